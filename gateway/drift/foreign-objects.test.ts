import { expect, it } from 'vitest';
import { within } from '#test/runner/limit.ts';
import type { KongReader } from '../admin-api/client.ts';
import type { EntityKind, FoundEntity, KongObject } from '../admin-api/entity.ts';
import { createGatewayNames } from '../names/gateway-names.ts';
import { foreignObjects } from './foreign-objects.ts';
import { allWhole, foreignName } from './whole-foreign.ts';

const names = createGatewayNames({
  installationId: '4b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  takenOver: { deployment: 0, consumer: 0 },
});
const object = (kind: EntityKind, id: string, body: KongObject): FoundEntity => ({ kind, id, label: kind, body });
const [a, b, gone] = [1, 2, 3];
const of = (deploymentId: number, kind: EntityKind, id: string, body: KongObject = {}) =>
  object(kind, id, { ...body, tags: [...names.tags(deploymentId)] });
const own = [
  of(a, 'service', 'service-a', { host: 'orders.example' }),
  of(a, 'plugin', 'log-a', { name: 'http-log' }),
  object('consumer', 'key-a', { tags: [...names.tags(a, 7)] }),
  of(b, 'service', 'service-b', { host: 'orders.example' }),
  of(gone, 'service', 'service-gone'),
];
const claimOf = (deploymentId: number, path: string, since = 1_000) => ({
  deploymentId,
  claim: { path, methods: false, hosts: ['api.example'], isPlain: true },
  since,
});
const claims = [claimOf(a, '/a'), claimOf(b, '/b')];
const at = (field: string, id: string) => ({ [field]: { id } });
const toldAt = async (body: KongObject, kind: EntityKind = 'plugin', given = claims) => {
  const all = [...own, object(kind, 'theirs', body)];
  const found = await foreignObjects(names, { all, own, claims: given, known: new Set() });
  return found.map(({ deploymentId }) => deploymentId);
};

it.each<[what: string, body: KongObject, told: readonly number[]]>([
  ['a plugin for a key', { name: 'cors', ...at('consumer', 'key-a') }, [a]],
  [
    "one for a key at somebody else's service",
    { name: 'cors', ...at('consumer', 'key-a'), ...at('service', 'theirs') },
    [],
  ],
  [
    "one for a key at somebody else's route",
    { name: 'cors', ...at('consumer', 'key-a'), ...at('route', 'theirs') },
    [],
  ],
  [
    'one for a key at another deployment',
    { name: 'cors', ...at('consumer', 'key-a'), ...at('service', 'service-b') },
    [b],
  ],
  ["one for a stranger's calls", { name: 'cors', ...at('consumer', 'stranger'), ...at('service', 'service-a') }, [a]],
  ["a log in the place of the deployment's", { name: 'http-log', ...at('consumer', 'key-a') }, [a]],
  ["a log in the place of another one's", { name: 'http-log', ...at('service', 'service-b') }, []],
  ['one at what is not deployed', { name: 'cors', ...at('service', 'service-gone') }, []],
  ['one that is off', { name: 'cors', enabled: false, ...at('service', 'service-a') }, []],
])('is told where it touches calls: %s', async (_what, body, told) => {
  expect(await toldAt(body)).toEqual(told);
});

it('an older route is compared with the path of a deployment that is new or elsewhere since', async () => {
  const canary = { paths: ['/a', '/b'], protocols: ['http'], headers: { 'x-canary': ['yes'] }, updated_at: 500 };
  expect(await toldAt(canary, 'route')).toEqual([]);
  expect(await toldAt(canary, 'route', [claimOf(a, '/a'), claimOf(b, '/b', 0)])).toEqual([b]);
  expect(await toldAt({ ...canary, updated_at: 1_500 }, 'route')).toEqual([a, b]);
});

it('an upstream is read once for all deployments, a few at once, with all of its targets', async () => {
  const calls: string[] = [];
  let [running, most] = [0, 0];
  const client: Pick<KongReader, 'pages'> = {
    pages: async (path, take) => {
      calls.push(path);
      running += 1;
      most = Math.max(most, running);
      await take(Array.from({ length: 150 }, (_, index) => ({ target: `10.0.0.${index}:80`, weight: 1 })));
      running -= 1;
    },
  };
  const upstreams = Array.from({ length: 20 }, (_, index) => object('upstream', `upstream-${index}`, {}));
  const found = upstreams.flatMap((entity) =>
    [a, b].map((deploymentId) => ({
      deploymentId,
      keyId: undefined,
      entity: { ...entity, kind: 'upstream' as const },
    })),
  );
  const whole = await within(1_000, () => allWhole(client as KongReader, found));
  expect(whole).toHaveLength(40);
  expect(whole[0]?.entity.body.targets).toHaveLength(150);
  expect(new Set(calls).size).toBe(20);
  expect(calls).toHaveLength(20);
  expect(most).toBeLessThanOrEqual(8);
});

it('is told with the key whose consumer it belongs to or works on', async () => {
  const added = [
    object('key-auth', 'second', at('consumer', 'key-a')),
    object('acl', 'group', { group: names.group(b), ...at('consumer', 'key-a') }),
    object('acl', 'stranger', { group: names.group(b), ...at('consumer', 'stranger') }),
    object('plugin', 'changes', { name: 'cors', ...at('consumer', 'key-a') }),
  ];
  const found = await foreignObjects(names, { all: [...own, ...added], own, claims, known: new Set() });
  expect(found.map(({ entity, deploymentId, keyId }) => [entity.id, deploymentId, keyId])).toEqual([
    ['second', a, 7],
    ['group', b, 7],
    ['stranger', b, undefined],
    ['changes', a, 7],
  ]);
});

it("a credential of a deployment's anonymous consumer is not told: its calls are refused", async () => {
  const anonymous = of(a, 'consumer', 'nobody');
  const theirs = object('key-auth', 'theirs', at('consumer', 'nobody'));
  const all = [...own, anonymous, theirs];
  expect(await foreignObjects(names, { all, own: [...own, anonymous], claims, known: new Set() })).toEqual([]);
});

it('a group or a credential has no name, which may be a person’s, and no id instead', () => {
  const body = { name: 'Anna', group: 'g', ...at('consumer', 'key-a') };
  for (const kind of ['acl', 'key-auth', 'oauth2'] as const)
    expect(foreignName({ ...object(kind, 'x', body), kind })).toBe('');
  expect(foreignName({ ...object('route', 'x', { paths: ['/orders'] }), kind: 'route' })).toBe('/orders');
});
