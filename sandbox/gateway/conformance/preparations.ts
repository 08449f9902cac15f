import { isRow, type Json, type Row } from '../kernel/json.ts';
import type { Recording, Topic } from './recording.ts';

/** A request that was made before the recorded ones and was not recorded. */
export type Step = [method: string, path: string, body?: Row];

const uuid = (end: string) => `11111111-1111-4111-8111-000000000${end}`;
const alice = '21e03a6d-e9cf-49ef-808a-867412c6fe27';
const bob = 'd8154d20-45ed-4e6b-9b6f-25ecfdeae425';
const anonymous = '9743b471-5420-49c2-81cf-73d0755ad8a2';

const plugin = (name: string, config: Row = {}): Row => ({ name, config });
type Site = { plugins?: Row[]; service?: Row; route?: Row; path?: string };

/**
 * Returns the requests for a service, a route and plugins with one name. Most calls through the proxy were recorded
 * with these.
 */
function site(name: string, { plugins = [], service = {}, route = {}, path = '/up' }: Site = {}): Step[] {
  return [
    ['POST', '/services', { name, url: `http://127.0.0.1:9101${path}`, ...service }],
    [
      'POST',
      `/services/${name}/routes`,
      { name: `${name}-route`, ...(route.hosts ? {} : { paths: [`/${name}`] }), ...route },
    ],
    ...plugins.map((each): Step => ['POST', `/services/${name}/plugins`, each]),
  ];
}

const keyAuth = plugin('key-auth');
const httpLog = (config: Row = {}) => plugin('http-log', { http_endpoint: 'http://127.0.0.1:9102/log', ...config });
const oauth = (config: Row) => plugin('oauth2', { enable_client_credentials: true, ...config });
const scoped = { scopes: ['read', 'write'], mandatory_scope: true };

const proxy: Step[] = [
  ['POST', '/consumers', { id: alice, username: 'alice', custom_id: 'ext-alice' }],
  ['POST', '/consumers', { id: bob, username: 'bob' }],
  ['POST', '/consumers', { id: anonymous, username: 'anonymous' }],
  ['POST', '/consumers/alice/key-auth', { id: 'c2e6510d-ce0d-4de3-add1-27f56303075f', key: 'alice-key' }],
  ['POST', '/consumers/bob/key-auth', { id: 'c6ae4952-03c8-4ba5-93e7-d68af7173e9c', key: 'bob-key' }],
  // A caller's groups are named in the order of their ids.
  ['POST', '/consumers/alice/acls', { id: '11111111-1111-4111-8111-000000000001', group: 'gold' }],
  ['POST', '/consumers/alice/acls', { id: '11111111-1111-4111-8111-000000000002', group: 'staff' }],
  [
    'POST',
    '/consumers/alice/oauth2',
    {
      id: '29149d7c-9c97-46ac-8afc-bf889d183b1b',
      name: 'app',
      client_id: 'cid',
      client_secret: 'csecret',
      redirect_uris: ['https://app.test/cb'],
    },
  ],
  [
    'POST',
    '/consumers/alice/oauth2',
    {
      id: '64754227-cc69-4b50-9eab-7a0421e71c80',
      name: 'hashed',
      client_id: 'hcid',
      client_secret: 'hsecret',
      hash_secret: true,
    },
  ],
  ...site('plain'),
  ...site('rootpath', { path: '' }),
  ...site('nostrip', { route: { strip_path: false } }),
  ...site('phost', { route: { preserve_host: true } }),
  ...site('getonly', { route: { methods: ['GET'] } }),
  ...site('rx', { route: { paths: ['~/rx/\\d+$'] } }),
  ...site('onlyhost', { route: { hosts: ['only.test'] } }),
  ...site('wildhost', { route: { hosts: ['*.wild.test'] } }),
  ...site('byheader', { route: { headers: { 'x-version': ['2'] } } }),
  ...site('httpsonly', { route: { protocols: ['https'] } }),
  ...site('httpsredir', { route: { protocols: ['https'], https_redirect_status_code: 301 } }),
  ...site('disabled', { service: { enabled: false } }),
  ...site('refused', { service: { url: 'http://127.0.0.1:9199', retries: 1 } }),
  ...site('nodns', { service: { url: 'http://gone.invalid' } }),
  ['POST', '/routes', { name: 'serviceless', paths: ['/serviceless'] }],
  ...site('slow', { path: '/slow', service: { read_timeout: 200, retries: 0 } }),
  ...site('ka', { plugins: [keyAuth] }),
  ...site('kahide', {
    plugins: [
      plugin('key-auth', { key_names: ['x-api-key'], hide_credentials: true, key_in_query: false, realm: 'my-realm' }),
    ],
  }),
  ...site('kabody', { plugins: [plugin('key-auth', { key_in_body: true })] }),
  ...site('kaanon', { plugins: [plugin('key-auth', { anonymous })] }),
  ...site('kaanonname', { plugins: [plugin('key-auth', { anonymous: 'anonymous' })] }),
  ...site('aclallow', { plugins: [keyAuth, plugin('acl', { allow: ['gold'] })] }),
  ...site('acldeny', { plugins: [keyAuth, plugin('acl', { deny: ['gold'] })] }),
  ...site('aclhide', { plugins: [keyAuth, plugin('acl', { allow: ['gold'], hide_groups_header: true })] }),
  ...site('aclnoauth', { plugins: [plugin('acl', { allow: ['gold'] })] }),
  ...site('basic', { plugins: [plugin('basic-auth')] }),
  ...site('both', { plugins: [keyAuth, plugin('basic-auth')] }),
  ...site('oa', {
    service: { id: '6943a56b-867d-48fa-b766-4b099620aa78' },
    plugins: [oauth({ ...scoped, provision_key: 'prov-oa' })],
  }),
  ...site('oanoscope', {
    service: { id: 'e10e3dd0-fe6f-4011-9897-04831eceee5b' },
    plugins: [oauth({ token_expiration: 1, hide_credentials: true })],
  }),
  ...site('oaca', { service: { id: '8a709a54-b6a7-4950-b391-133c29306b8f' } }),
  ...site('oapass', {
    service: { id: '8177a8b4-c837-4575-82d0-d7449a063520' },
    plugins: [
      plugin('oauth2', {
        enable_password_grant: true,
        scopes: ['read'],
        provision_key: 'prov-pass',
        token_expiration: 60,
      }),
    ],
  }),
  ...site('oahttp', { plugins: [oauth({ accept_http_if_already_terminated: true })] }),
  ...site('oag1', { plugins: [oauth({ global_credentials: true })] }),
  ...site('oag2', { plugins: [oauth({ global_credentials: true })] }),
  ...site('rl', { plugins: [plugin('rate-limiting', { minute: 2 })] }),
  ...site('rlmulti', { plugins: [plugin('rate-limiting', { minute: 3, hour: 50 })] }),
  ...site('rlhide', { plugins: [plugin('rate-limiting', { minute: 1, hide_client_headers: true })] }),
  ...site('rlcustom', {
    plugins: [plugin('rate-limiting', { minute: 1, error_code: 503, error_message: 'slow down' })],
  }),
  ...site('rlcluster', { plugins: [plugin('rate-limiting', { minute: 1, policy: 'cluster' })] }),
  ...site('rlcons', { plugins: [keyAuth, plugin('rate-limiting', { minute: 1 })] }),
  ...site('rqt', {
    plugins: [
      plugin('request-transformer', {
        remove: { headers: ['X-Drop'], querystring: ['drop'], body: ['drop'] },
        rename: { headers: ['X-Old:X-New'], querystring: ['old:new'], body: ['old:new'] },
        replace: { headers: ['X-Rep:replaced'], querystring: ['rep:replaced'] },
        add: { headers: ['X-Added:1', 'X-Present:no'], querystring: ['q:2'], body: ['b:3'] },
        append: { headers: ['X-App:appended'], querystring: ['app:2'] },
      }),
    ],
  }),
  ...site('rqturi', {
    route: { paths: ['~/rqturi/(?<id>\\d+)'] },
    plugins: [
      plugin('request-transformer', {
        http_method: 'POST',
        replace: { uri: '/other/$(uri_captures.id)' },
        add: { headers: ['X-Tpl:$(headers.x-in)'] },
      }),
    ],
  }),
  ...site('rst', {
    plugins: [
      plugin('response-transformer', {
        remove: { headers: ['X-Remove-Me'], json: ['httpVersion'] },
        replace: { headers: ['X-Upstream:replaced'], json: ['method:REPLACED'] },
        add: { headers: ['X-Added:1'], json: ['added:v', 'num:5'], json_types: ['string', 'number'] },
        append: { headers: ['X-Upstream:appended'] },
      }),
    ],
  }),
  ...site('ipdeny', { plugins: [plugin('ip-restriction', { deny: ['127.0.0.1'] })] }),
  ...site('ipallowother', {
    plugins: [plugin('ip-restriction', { allow: ['10.0.0.0/8'], status: 401, message: 'members only' })],
  }),
  ...site('ipallow', { plugins: [plugin('ip-restriction', { allow: ['127.0.0.0/8'] })] }),
  ...site('bot', { plugins: [plugin('bot-detection')] }),
  ...site('botdeny', { plugins: [plugin('bot-detection', { deny: ['badbot'], allow: ['googlebot'] })] }),
  ...site('cors', {
    plugins: [
      plugin('cors', {
        origins: ['https://a.test'],
        methods: ['GET', 'POST'],
        headers: ['X-A'],
        exposed_headers: ['X-B'],
        credentials: true,
        max_age: 600,
      }),
    ],
  }),
  ...site('corsall', { plugins: [plugin('cors')] }),
  ...site('corstwo', { plugins: [plugin('cors', { origins: ['https://a.test', 'https://b.test'] })] }),
  ...site('corr', {
    plugins: [plugin('correlation-id', { header_name: 'X-Corr', generator: 'uuid', echo_downstream: true })],
  }),
  ...site('corrcount', { plugins: [plugin('correlation-id')] }),
  ...site('corrtrack', { plugins: [plugin('correlation-id', { generator: 'tracker', echo_downstream: true })] }),
  ...site('term', { plugins: [plugin('request-termination', { status_code: 403, message: 'closed' })] }),
  ...site('termbody', {
    plugins: [plugin('request-termination', { body: '<b>down</b>', content_type: 'text/html; charset=UTF-8' })],
  }),
  ...site('termdef', { plugins: [plugin('request-termination')] }),
  ...site('termtrig', { plugins: [plugin('request-termination', { trigger: 'x-stop' })] }),
  ...site('size', { plugins: [plugin('request-size-limiting', { allowed_payload_size: 10, size_unit: 'bytes' })] }),
  ...site('log', {
    service: { id: '03a296c1-8ae2-44ea-9b85-13059788e1b0', tags: ['st'] },
    route: { id: 'eff2508c-7792-4d9a-9039-5f94928aeb94', tags: ['rt'] },
    plugins: [httpLog({ headers: { 'X-Log-Token': 'tok' } })],
  }),
  ...site('logauth', {
    service: { id: 'c1dfc77c-cf05-4450-80b7-b4d9149884e8' },
    route: { id: 'd2bcf5d8-efd2-4c30-8459-7479209c09d3' },
    plugins: [keyAuth, httpLog()],
  }),
  ...site('logbatch', {
    service: { id: '3ec1640e-0670-4c04-a5e2-cbca6efcf52f' },
    route: { id: 'efe1f1ad-4f90-4b6e-b655-71312fa1f89f' },
    plugins: [httpLog({ http_endpoint: 'http://127.0.0.1:9102/batch', queue: { max_batch_size: 3 } })],
  }),
  ...site('loglua', {
    plugins: [
      httpLog({ http_endpoint: 'http://127.0.0.1:9102/lua', custom_fields_by_lua: { tenant: "return 'acme'" } }),
    ],
  }),
  ...site('logdef', {
    service: { id: '5cd24474-5394-43ad-a7e0-3efdb6d5b8ff' },
    route: { id: '4fa6de20-fad5-453c-9078-c43b60209e39' },
    plugins: [httpLog({ http_endpoint: 'http://127.0.0.1:9102/def' })],
  }),
  ...site('logrefused', {
    service: { id: 'a2f2627f-23c3-4d46-b125-4d246630396a', url: 'http://127.0.0.1:9199', retries: 1 },
    route: { id: '6283f4e1-6de0-4b1b-aa84-bba0346f6064' },
    plugins: [httpLog({ http_endpoint: 'http://127.0.0.1:9102/r' })],
  }),
];

function paging(): Step[] {
  const steps: Step[] = [];
  for (let i = 0; i < 5; i += 1)
    steps.push([
      'POST',
      '/services',
      { id: uuid(`10${i}`), name: `page${i}`, host: 'h.test', tags: ['all', i % 2 ? 'odd' : 'even', `n${i}`] },
    ]);
  return steps;
}

/** Returns the requests that fill the gateway with what Kong held when the recording of a topic began. */
export function prepared(topic: Topic): Step[] {
  const steps: Partial<Record<Topic, Step[]>> = {
    paging: paging(),
    routes: [
      [
        'POST',
        '/services',
        { id: '112c29a2-4e2a-444b-9dd3-05770b183f5e', name: 'orders', url: 'http://127.0.0.1:9101/base' },
      ],
      [
        'POST',
        '/services',
        { id: 'f501bd73-a3af-419c-8ba8-eb50316daf1f', name: 'billing', url: 'http://127.0.0.1:9101' },
      ],
    ],
    plugins: [
      ['POST', '/services', { id: '468827fc-8b04-4751-b0e4-d7f7857f981b', name: 'psvc', url: 'http://127.0.0.1:9101' }],
      ['POST', '/services/psvc/routes', { id: '373cfc66-1fa7-4dda-8a4a-271b8aade833', name: 'proute', paths: ['/p'] }],
      ['POST', '/consumers', { id: '826a93ec-1711-43e0-96ef-3fdc292236ec', username: 'pcons' }],
    ],
    consumers: [['POST', '/services', { id: '4035d9d2-7b1d-47e1-ae74-783ba2aacbd8', name: 'csvc', host: 'h.test' }]],
    proxy,
    balancer: [
      ['POST', '/upstreams', { id: 'd2ccdb2a-77a6-4d62-a6b1-69b6d1416d6d', name: 'bal.up' }],
      ['POST', '/upstreams/bal.up/targets', { id: '919e504a-62ac-4ad7-bd20-35c1b72bfa7d', target: '127.0.0.1:9101' }],
      ['POST', '/upstreams', { name: 'hosthdr.up', host_header: 'inner.test' }],
      ['POST', '/upstreams/hosthdr.up/targets', { target: '127.0.0.1:9101' }],
      ['POST', '/upstreams', { name: 'empty.up' }],
      [
        'POST',
        '/upstreams',
        {
          id: 'b93b26c3-2408-451f-9a2c-175633f99fff',
          name: 'sick.up',
          healthchecks: { passive: { unhealthy: { http_failures: 1 } } },
        },
      ],
      ['POST', '/upstreams/sick.up/targets', { id: 'cc4607b7-3b0d-4db1-956f-1590da222a6d', target: '127.0.0.1:9101' }],
      ...['bal', 'hosthdr', 'empty', 'sick'].flatMap((name) =>
        site(name, { service: { url: `http://${name}.up/base` } }),
      ),
    ],
  };
  return steps[topic] ?? [];
}

/** Requests that were made before single recordings, by their number. */
const steps: Record<string, Step[]> = {
  '063': [['DELETE', '/services/x1']],
  '090': [['PATCH', '/services/orders2', { name: 'orders' }]],
  '180': [['PATCH', '/routes/orders-route', { service: { name: 'orders' } }]],
  '425': [['DELETE', '/routes/proute']],
  '655': [['DELETE', '/consumers/alice/key-auth/alice-key']],
  // Replaces the token of the authorization code flow, which the gateway does not have.
  '694': [
    [
      'POST',
      '/oauth2_tokens',
      {
        id: '39a77d4c-5cab-48e3-aa6b-e72e9a62dc73',
        credential: { id: '29149d7c-9c97-46ac-8afc-bf889d183b1b' },
        service: { id: '8a709a54-b6a7-4950-b391-133c29306b8f' },
        expires_in: 7200,
        access_token: 'nwDGzRIVVbCoYOslXgTU57RvpGP7mjx8',
        refresh_token: 'uACxlFTgEVRMy6WGjjPtk6rYakUGyn3b',
        authenticated_userid: 'u9',
        scope: 'read',
        ttl: 1209600,
      },
    ],
  ],
  '699': [['POST', '/consumers/alice/key-auth', { id: 'dc23a8f5-3fda-48b3-8615-21e898a82bd1', key: 'alice-key' }]],
};

/** Returns the requests that were made between two recordings. `plugins` are those that exist at that moment. */
export function between(next: Recording, topic: Topic, plugins: Json[]): Step[] {
  if (topic === 'plugins' && /(?<!duplicate)-on-service$|-violation-\d+$|-create-global$/.test(next.name))
    return plugins.flatMap((each): Step[] => (isRow(each) ? [['DELETE', `/plugins/${each.id}`]] : []));
  const number = next.name.slice(0, 3);
  if (number in steps) return steps[number] ?? [];
  if (number === '123') return hundredAndOne(next);
  return [];
}

/** Returns the requests for the 101 services of the recorded default page: the hundred on it and one more. */
function hundredAndOne(next: Recording): Step[] {
  const body = next.answer.body;
  const rows =
    typeof body === 'object' && body && 'data' in body && Array.isArray(body.data) ? (body.data as Row[]) : [];
  const wanted = rows.filter((row) => !String(row.name).startsWith('page'));
  const steps = wanted.map(
    (row): Step => ['POST', '/services', { id: row.id ?? null, name: row.name ?? null, host: 'h.test' }],
  );
  const kept = rows.filter((row) => String(row.name).startsWith('page')).map((row) => row.name);
  const gone = [0, 1, 2, 3, 4].map((i) => `page${i}`).filter((name) => !kept.includes(name));
  const last: Step = [
    'POST',
    '/services',
    { id: 'ffffffff-ffff-4fff-8fff-ffffffffffff', name: 'last', host: 'h.test' },
  ];
  return [...gone.map((name): Step => ['DELETE', `/services/${name}`]), ...steps, last];
}
