import { describe, expect, it } from 'vitest';
import { gatherService, type SeenObject, stateOfService } from './gather-service.ts';
import { differencesOf, leftOutside, refusalsOf } from './judge-service.ts';

type Body = Readonly<Record<string, unknown>>;
const idOf = (value: unknown) => (value as { id?: string } | undefined)?.id ?? null;

const object = (kind: SeenObject['kind'], id: string, body: Body, isOwn = false): SeenObject => ({
  kind,
  id,
  name: String(body.name ?? body.username ?? body.group ?? ''),
  body: { id, ...body },
  hash: JSON.stringify(body),
  isOwn,
  serviceId: idOf(body.service),
  routeId: idOf(body.route),
  consumerId: idOf(body.consumer),
});

const ofService = { service: { id: 's' } };
const plugin = (name: string, config: Body, scope: Body = ofService, more: Body = {}) =>
  object('plugin', `${name}-${JSON.stringify(scope)}`, { name, config, ...scope, ...more });
const route = (id: string, more: Body = {}) =>
  object('route', id, { name: id, protocols: ['http', 'https'], paths: [`/${id}`], ...ofService, ...more });
const caller = (id: string, group = 'shops') => [
  object('consumer', id, { username: `shop ${id}` }),
  object('acl', `acl-${id}`, { group, consumer: { id } }),
  object('key-auth', `key-${id}`, { key: { fingerprint: `print-${id}` }, consumer: { id } }),
];

const parts = {
  service: object('service', 's', { name: 'orders', protocol: 'http', host: 'orders.internal', port: 80, path: null }),
  'key-auth': plugin('key-auth', { key_names: ['apikey'], hide_credentials: true }),
  acl: plugin('acl', { allow: ['shops'], hide_groups_header: true }),
  routes: [route('orders'), route('bills'), route('stock')],
  callers: [...caller('one'), ...caller('two')],
};
type Parts = Partial<Record<keyof typeof parts, SeenObject | readonly SeenObject[]>>;
/** A service that fits, with changes. */
const objects = (changes: Parts = {}, more: readonly SeenObject[] = []): SeenObject[] => [
  ...Object.values({ ...parts, ...changes }).flat(),
  ...more,
];
const foreign = (changes?: Parts, more?: readonly SeenObject[]) => {
  const found = gatherService(objects(changes, more), 's');
  if (!found) throw new Error('no such service');
  return found;
};
const why = (changes?: Parts, more?: readonly SeenObject[]) =>
  refusalsOf(foreign(changes, more)).map(({ code, parameters }) => [code, ...Object.values(parameters)].join(' '));
const serviceWith = (more: Body) => ({ service: object('service', 's', { ...parts.service.body, ...more }) });

describe('somebody else’s service', () => {
  it('fits with three routes, keys, groups and callers', () => {
    const found = foreign();
    expect(refusalsOf(found)).toEqual([]);
    expect(found.routes).toHaveLength(3);
    expect(found.callers).toMatchObject([
      { name: 'shop one', keys: [{ fingerprint: 'print-one' }] },
      { name: 'shop two', keys: [{ fingerprint: 'print-two' }] },
    ]);
  });

  it('fits with a limit a minute and a list of addresses', () => {
    const limit = plugin('rate-limiting', { minute: 60, second: null, limit_by: 'consumer', policy: 'local' });
    const addresses = plugin('ip-restriction', { allow: ['10.0.0.0/8'], deny: null });
    expect(why({}, [limit, addresses])).toEqual([]);
  });

  it.each<[string, Parts, readonly SeenObject[], string[]]>([
    ['off', serviceWith({ enabled: false }), [], ['service-off']],
    ['of another protocol', serviceWith({ protocol: 'grpc' }), [], ['service-protocol grpc']],
    ['with a certificate', serviceWith({ client_certificate: { id: 'c' } }), [], ['service-certificate']],
    ['with certificates of its own', serviceWith({ ca_certificates: ['c'] }), [], ['service-certificate']],
    [
      'before a group of targets',
      serviceWith({ host: 'pool' }),
      [object('upstream', 'u', { name: 'pool' })],
      ['service-upstream pool'],
    ],
    ['without a route', { routes: [] }, [], ['no-route']],
    ['with a route for TCP', { routes: [route('a', { protocols: ['tcp'] })] }, [], ['route-protocol a tcp']],
    ['with a route by header', { routes: [route('a', { headers: { 'x-a': ['1'] } })] }, [], ['route-headers a']],
    ['with a route by address', { routes: [route('a', { sources: [{ ip: '10.0.0.1' }] })] }, [], ['route-places a']],
    ['with an expression', { routes: [route('a', { expression: 'http.path == "/a"' })] }, [], ['route-expression a']],
    ['with a plugin of a route', {}, [plugin('cors', {}, { route: { id: 'bills' } })], ['route-plugin bills cors']],
    [
      'with a path that another service has, too',
      {},
      [route('theirs', { paths: ['/new', '/bills'], service: { id: 'o' } })],
      ['route-twin bills /bills theirs'],
    ],
    ['without keys', { 'key-auth': [] }, [], ['no-keys']],
    ['with keys that are off', { 'key-auth': plugin('key-auth', {}, ofService, { enabled: false }) }, [], ['no-keys']],
    ['that lets in strangers', { 'key-auth': plugin('key-auth', { anonymous: 'somebody' }) }, [], ['anonymous']],
    ['with keys in bodies', { 'key-auth': plugin('key-auth', { key_in_body: true }) }, [], ['key-in-body']],
    ['with open preflights', { 'key-auth': plugin('key-auth', { run_on_preflight: false }) }, [], ['preflight']],
    ['without groups', { acl: [] }, [], ['no-groups']],
    ['with refused groups', { acl: plugin('acl', { deny: ['bad'] }) }, [], ['denied-groups']],
    ['with another limit', {}, [plugin('rate-limiting', { minute: 6, hour: 60, limit_by: 'consumer' })], ['limit']],
    ['with a limit by address', {}, [plugin('rate-limiting', { minute: 6, limit_by: 'ip' })], ['limit']],
    [
      'with a shared limit',
      {},
      [plugin('rate-limiting', { minute: 6, limit_by: 'consumer', policy: 'redis' })],
      ['limit'],
    ],
    ['with refused addresses', {}, [plugin('ip-restriction', { deny: ['10.0.0.1'] })], ['addresses']],
    ['with a plugin that a deployment lacks', {}, [plugin('jwt', {})], ['plugin jwt']],
    [
      'with a plugin of a caller',
      {},
      [plugin('rate-limiting', { minute: 1 }, { consumer: { id: 'one' } })],
      ['caller-plugin shop one rate-limiting'],
    ],
    [
      'with a key that expires',
      {},
      [object('key-auth', 'k', { key: { fingerprint: 'x' }, ttl: 60, consumer: { id: 'one' } })],
      ['key-expires shop one'],
    ],
  ])('does not fit: %s', (_name, changes, more, expected) => {
    expect(why(changes, more)).toEqual(expected);
  });

  const other = object('service', 'o', { name: 'other' });
  const atOther = { service: { id: 'o' } };
  it.each<[string, readonly SeenObject[], string[]]>([
    ['any key', [plugin('key-auth', {}, atOther)], ['other', 'other']],
    [
      'the same group',
      [plugin('key-auth', {}, atOther), plugin('acl', { allow: ['shops'] }, atOther)],
      ['other', 'other'],
    ],
    ['another group', [plugin('key-auth', {}, atOther), plugin('acl', { allow: ['staff'] }, atOther)], []],
    [
      'another group of one caller',
      [
        plugin('key-auth', {}, atOther),
        plugin('acl', { allow: ['staff'] }, atOther),
        object('acl', 'more', { group: 'staff', consumer: { id: 'two' } }),
      ],
      ['other'],
    ],
    ['nobody, because it is off', [plugin('key-auth', {}, atOther, { enabled: false })], []],
    [
      'whom it does not refuse',
      [plugin('key-auth', {}, atOther), plugin('acl', { deny: ['x'] }, atOther)],
      ['other', 'other'],
    ],
  ])('shares its keys with a service that lets in %s', (_name, plugins, places) => {
    const shared = refusalsOf(foreign({}, [other, ...plugins]));
    expect(shared.map(({ code, parameters }) => `${code} ${parameters.place}`)).toEqual(
      places.map((place) => `shared-key ${place}`),
    );
  });

  it('has a path for itself that others have for other hosts, other methods, or closed', () => {
    const other = (more: Body) => route('theirs', { paths: ['/bills'], service: { id: 'o' }, ...more });
    const own = { routes: [route('bills', { hosts: ['a.example'], methods: ['GET'] })] };
    expect(why(own, [other({ hosts: ['b.example'] })])).toEqual([]);
    expect(why(own, [other({ methods: ['POST'] })])).toEqual([]);
    expect(why(own, [other({ headers: { 'x-guard': ['1'] } })])).toEqual([]);
    expect(why(own, [other({ hosts: ['a.example', 'b.example'] })])).toEqual(['route-twin bills /bills theirs']);
  });

  it('shares no key with what this portal made', () => {
    const own = object('plugin', 'own', { name: 'key-auth', config: {}, ...atOther }, true);
    expect(why({}, [other, own])).toEqual([]);
  });

  it('leaves outside what only watches, and what works on all calls', () => {
    const found = foreign({}, [
      plugin('file-log', {}),
      plugin('http-log', {}, { route: { id: 'bills' } }),
      plugin('cors', {}, {}),
      plugin('zipkin', {}, ofService, { enabled: false }),
    ]);
    expect(refusalsOf(found)).toEqual([]);
    expect(leftOutside(found).map(({ code, parameters }) => `${code} ${parameters.plugin}`)).toEqual([
      'log-plugin file-log',
      'log-plugin http-log',
      'global-plugin cors',
    ]);
  });

  it('says what callers and the target would notice', () => {
    const codes = (changes?: Parts, more?: readonly SeenObject[]) =>
      differencesOf(foreign(changes, more)).map(({ code }) => code);
    expect(codes()).toEqual(['caller-names']);
    const open = { 'key-auth': plugin('key-auth', { key_names: ['x-key'] }), acl: plugin('acl', { allow: ['shops'] }) };
    expect(codes(open)).toEqual(['key-hidden', 'groups-hidden', 'caller-names', 'key-name']);
    expect(codes({}, [plugin('rate-limiting', { minute: 6 })])).toContain('counts-anew');
  });

  it('is in another state when anything of it changes, and in the same when something else does', () => {
    const stateOf = (all: readonly SeenObject[]) => {
      const found = gatherService(all, 's');
      return found && stateOfService(all, found);
    };
    const before = stateOf(objects());
    expect(stateOf(objects({}, [other, ...caller('three', 'staff')]).toReversed())).toBe(before);
    for (const changed of [
      objects(serviceWith({ retries: 1 })),
      objects({ routes: [route('orders')] }),
      objects({}, [plugin('file-log', {})]),
      objects({}, caller('three')),
      objects({}, [object('acl', 'more', { group: 'staff', consumer: { id: 'two' } })]),
    ])
      expect(stateOf(changed)).not.toBe(before);
  });
});
