import { describe, expect, it } from 'vitest';
import type { DesiredEntity, FoundEntity, KongObject } from '../admin-api/entity.ts';
import { closed, isClosed } from './closed-route.ts';
import type { Step } from './difference.ts';
import { stagesOf } from './stages.ts';

const entity = (kind: DesiredEntity['kind'], id: string, body: KongObject = {}): DesiredEntity => ({
  kind,
  id,
  label: id,
  body,
});
const to = (id: string) => ({ service: { id } });
const service = entity('service', 'service', { host: 'a.example' });
const route = entity('route', 'route', { ...to('service'), paths: ['/orders/'], headers: null });
const locked = entity('route', 'locked', {
  ...to('service'),
  paths: ['~/orders(?<rest>/x)$'],
  methods: ['GET'],
  headers: null,
});
const rewriting = entity('plugin', 'rewriting', { route: { id: 'locked' }, config: { replace: { uri: '/a' } } });
const keyAuth = entity('plugin', 'key-auth', { ...to('service'), config: { anonymous: null } });
const anonymous = entity('consumer', 'anonymous');
const onAnonymous = entity('plugin', 'termination', { consumer: { id: 'anonymous' } });
const secret = 'a-secret';

const said = (steps: readonly Step[]) =>
  steps.map((step) => {
    if (step.kind === 'delete') return `delete ${step.entity.label}`;
    return `${isClosed(step.entity) ? 'close' : 'put'} ${step.entity.label}`;
  });
const stages = (desired: readonly DesiredEntity[], actual: readonly FoundEntity[]) => {
  const { guarded, ...steps } = stagesOf(desired, actual, secret);
  return {
    ...Object.fromEntries(
      Object.entries(steps)
        .map(([name, each]) => [name, said(each)] as const)
        .filter(([, each]) => each.length > 0),
    ),
    guarded,
  };
};
/** The same entities as another generation. */
const second = [
  { ...service, id: 'service-2', label: 'service-2' },
  { ...keyAuth, id: 'key-auth-2', label: 'key-auth-2', body: to('service-2') },
  { ...route, id: 'route-2', label: 'route-2', body: { ...route.body, ...to('service-2') } },
];

describe('the stages of a deploy', () => {
  it('opens a new route only after its protection', () => {
    expect(stages([service, keyAuth, route], [])).toEqual({
      prepare: ['put service', 'put key-auth', 'close route'],
      open: ['put route'],
      guarded: true,
    });
  });

  it('opens a route that an earlier attempt left closed, and repeats no call', () => {
    const actual = [service, keyAuth, { ...route, body: closed(route.body, secret) }];
    expect(stages([service, keyAuth, route], actual)).toEqual({ open: ['put route'], guarded: true });
  });

  it('makes a new generation beside the old one, opens it, closes the old one, and removes that last', () => {
    expect(stages(second, [service, keyAuth, route])).toEqual({
      prepare: ['put service-2', 'put key-auth-2', 'close route-2'],
      open: ['put route-2', 'close route'],
      clean: ['delete route', 'delete key-auth', 'delete service'],
      guarded: true,
    });
  });

  it.each([
    [
      'before the old routes are closed',
      [service, keyAuth, route, ...second],
      { open: ['close route'], clean: ['delete route', 'delete key-auth', 'delete service'], guarded: false },
    ],
    [
      'while the old one is removed',
      [service, keyAuth, ...second],
      { clean: ['delete key-auth', 'delete service'], guarded: false },
    ],
  ])('continues an attempt that ended %s', (_when, actual, left) => {
    expect(stages(second, actual)).toEqual(left);
  });

  it('changes, adds and removes one plugin in place', () => {
    const other = { ...keyAuth, body: { ...keyAuth.body, config: { anonymous: 'a' } } };
    const added = entity('plugin', 'added', to('service'));
    expect(stages([service, other, route], [service, keyAuth, route])).toEqual({
      prepare: ['put key-auth'],
      guarded: false,
    });
    expect(stages([service, keyAuth, added, route], [service, keyAuth, route])).toEqual({
      prepare: ['put added'],
      guarded: false,
    });
    expect(stages([service, keyAuth, route], [service, keyAuth, added, route])).toEqual({
      open: ['delete added'],
      guarded: false,
    });
  });

  it('has nothing to do when nothing differs', () => {
    expect(stages([service, keyAuth, route], [service, keyAuth, route])).toEqual({ guarded: false });
  });

  it('closes a route before it is removed, and removes its protection last', () => {
    const key = { ...entity('key-auth', 'key'), consumerId: 'consumer' };
    expect(stages([], [service, keyAuth, route, key])).toEqual({
      revoke: ['delete key'],
      open: ['close route'],
      clean: ['delete route', 'delete key-auth', 'delete service'],
      guarded: false,
    });
  });

  it('removes the anonymous consumer when no plugin in force names it any more', () => {
    const before = { ...keyAuth, body: { ...keyAuth.body, config: { anonymous: 'anonymous' } } };
    expect(stages(second, [service, before, route, anonymous, onAnonymous])).toMatchObject({
      open: ['put route-2', 'close route'],
      clean: ['delete route', 'delete key-auth', 'delete termination', 'delete anonymous', 'delete service'],
    });
  });

  it('adds credentials last', () => {
    const limit = entity('plugin', 'limit', { consumer: { id: 'consumer' } });
    const consumer = entity('consumer', 'consumer');
    const key = { ...entity('key-auth', 'key'), consumerId: 'consumer' };
    expect(stages([key, limit, consumer], [])).toEqual({
      prepare: ['put consumer', 'put limit'],
      admit: ['put key'],
      guarded: false,
    });
  });
});

describe('a path lockdown', () => {
  it('makes routes before the plugins that rewrite their paths', () => {
    expect(stages([service, rewriting, keyAuth, locked], [])).toEqual({
      prepare: ['put service', 'put key-auth', 'close locked', 'put rewriting'],
      open: ['put locked'],
      guarded: true,
    });
  });

  it("adds a key's plugin on a route before its general one, and removes it after that", () => {
    const [general, onRoute] = [
      entity('plugin', 'general', { consumer: { id: 'c' } }),
      entity('plugin', 'on-route', { consumer: { id: 'c' }, route: { id: 'locked' } }),
    ];
    expect(stages([general, onRoute], []).guarded).toBe(false);
    expect(said(stagesOf([general, onRoute], [], secret).prepare)).toEqual(['put on-route', 'put general']);
    expect(said(stagesOf([], [general, onRoute], secret).open)).toEqual(['delete general', 'delete on-route']);
  });
});
