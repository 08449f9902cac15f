import { expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import type { KongObject } from '../admin-api/entity.ts';
import { mirroredObject } from '../mirror/mirrored-object.ts';
import { createGatewayNames } from '../names/gateway-names.ts';
import { gatherService, stateOfService } from './gather-service.ts';
import { leftOutside, refusalsOf } from './judge-service.ts';
import { type WholeObjects, whatConcerns, wholeKinds } from './what-concerns.ts';

const names = createGatewayNames({
  installationId: '4b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  takenOver: { deployment: 0, consumer: 0 },
});
const services = ['one', 'two', 'three'].map((name) => ({ id: name, name, host: `${name}.example`, protocol: 'http' }));

const reference = (ids: readonly string[]) => fc.option(fc.constantFrom(...ids.map((id) => ({ id }))), { nil: null });
const listOf = (arbitrary: fc.Arbitrary<KongObject>, kind: string) =>
  fc
    .array(arbitrary, { maxLength: 6 })
    .map((found) => found.map((body, index): KongObject => ({ ...body, id: `${kind}-${index}` })));
const consumers = ['consumer-0', 'consumer-1', 'consumer-2'];
const groups = fc.subarray(['shops', 'staff', 'all']);

const whole: fc.Arbitrary<WholeObjects> = fc.record({
  route: listOf(
    fc.record({ service: reference(['one', 'two', 'three']), paths: fc.subarray(['/a', '/b', '/c']) }),
    'route',
  ),
  plugin: listOf(
    fc.record({
      name: fc.constantFrom('key-auth', 'acl', 'jwt', 'file-log'),
      enabled: fc.boolean(),
      service: reference(['one', 'two', 'three']),
      route: reference(['route-0', 'route-1']),
      consumer: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: reference(consumers) }),
      config: fc.record({ allow: groups, deny: fc.constant(null) }),
    }),
    'plugin',
  ),
  consumer: fc.constant(consumers.map((id) => ({ id, username: id }))),
  acl: listOf(fc.record({ group: fc.constantFrom('shops', 'staff'), consumer: reference(consumers) }), 'acl'),
  'key-auth': listOf(fc.record({ key: fc.constantFrom('a', 'b'), consumer: reference(consumers) }), 'key'),
  upstream: listOf(fc.record({ name: fc.constantFrom('one.example', 'other') }), 'upstream'),
});

const judged = (service: KongObject, objects: WholeObjects) => {
  const seen = wholeKinds.flatMap((kind) => objects[kind].flatMap((body) => mirroredObject(names, kind, body) ?? []));
  const all = [...seen, ...[mirroredObject(names, 'service', service)].filter((each) => each !== undefined)];
  const foreign = gatherService(all, String(service.id));
  if (!foreign) throw new Error('there is no service');
  return {
    state: stateOfService(all, foreign),
    refusals: refusalsOf(foreign),
    left: leftOutside(foreign),
    callers: foreign.callers,
  };
};

it('leaves out only what changes nothing: the state and the reasons are the same as with all objects', () => {
  fc.assert(
    fc.property(whole, fc.constantFrom(...services), (objects, service) => {
      expect(judged(service, whatConcerns(service, objects))).toEqual(judged(service, objects));
    }),
    { numRuns: 500 },
  );
});

it('leaves out the callers, plugins and routes of other services', () => {
  const [service = {}] = services;
  const of = (id: string) => ({ service: { id } });
  const objects: WholeObjects = {
    route: [
      { id: 'a', ...of('one'), paths: ['/a'] },
      { id: 'b', ...of('two'), paths: ['/b'] },
    ],
    plugin: [
      { id: 'acl', name: 'acl', ...of('one'), config: { allow: ['shops'] } },
      { id: 'jwt', name: 'jwt', ...of('two') },
    ],
    consumer: [{ id: 'shop' }, { id: 'staff' }],
    acl: [
      { id: 'x', group: 'shops', consumer: { id: 'shop' } },
      { id: 'y', group: 'staff', consumer: { id: 'staff' } },
    ],
    'key-auth': [
      { id: 'k', consumer: { id: 'shop' } },
      { id: 'l', consumer: { id: 'staff' } },
    ],
    upstream: [{ id: 'u', name: 'other' }],
  };
  const found = whatConcerns(service, objects);
  expect(wholeKinds.map((kind) => found[kind].map(({ id }) => id))).toEqual([
    ['a'],
    ['acl'],
    ['shop'],
    ['x'],
    ['k'],
    [],
  ]);
});
