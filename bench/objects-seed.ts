import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startGateway } from '#sandbox/gateway/start-gateway.ts';
import { selfSigned } from '#sandbox/gateway/tls.ts';

type Row = Record<string, unknown> & { id: string };
type State = Record<string, Row[]>;

/** A path that the gateway serves, without a key. */
export const servedPath = '/served';

/** Services in a hundred objects. The others follow from what hangs on a service. */
const services = 10;

/** Makes one object of each kind as the gateway stores it. */
const templates = async (dataFolder: string, echoUrl: string): Promise<void> => {
  const gateway = await startGateway({ dataFolder, adminPort: 0, proxyPort: 0, proxySslPort: 0 });
  const make = async (target: string, body: object) => {
    const response = await fetch(`${gateway.adminUrl}${target}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
  };
  const tags = ['team-checkout', 'house'];
  await make('/services', { name: 'served', url: echoUrl, tags });
  await make('/services/served/routes', { name: 'served', paths: [servedPath], tags });
  await make('/services', { name: 'model', url: 'http://model.example:8080/v1', tags });
  await make('/services/model/routes', {
    name: 'model',
    paths: ['/model'],
    hosts: ['api.example'],
    methods: ['GET'],
    tags,
  });
  await make('/consumers', { username: 'model', custom_id: 'model-1', tags });
  await make('/services/model/plugins', { name: 'key-auth', config: { key_names: ['apikey'] }, tags });
  await make('/services/model/plugins', { name: 'acl', config: { allow: ['model'] }, tags });
  await make('/routes/model/plugins', { name: 'rate-limiting', config: { minute: 60, policy: 'local' }, tags });
  await make('/consumers/model/key-auth', { key: 'model' });
  await make('/consumers/model/acls', { group: 'model' });
  await make('/upstreams', { name: 'model.example', tags });
  await make('/certificates', { ...(await selfSigned('model.example')), snis: ['model.example'], tags });
  await gateway.close();
};

/**
 * Writes the state of a gateway with about `count` objects: services with two routes, three plugins, a key and its consumer each.
 * One service is served.
 */
export const writeGateway = async (dataFolder: string, echoUrl: string, count: number): Promise<number> => {
  await templates(dataFolder, echoUrl);
  const file = path.join(dataFolder, 'gateway.json');
  const state = JSON.parse(readFileSync(file, 'utf8')) as State;
  const model = (kind: string, name?: string): Row => {
    const row = (state[kind] ?? []).find(
      (each) => each.name !== 'served' && (name === undefined || each.name === name),
    );
    if (!row) throw new Error(`the gateway stores no ${kind}`);
    return row;
  };
  const models = {
    service: model('services'),
    route: model('routes'),
    consumer: model('consumers'),
    keyAuth: model('plugins', 'key-auth'),
    acl: model('plugins', 'acl'),
    limit: model('plugins', 'rate-limiting'),
    key: model('keyauth_credentials'),
    group: model('acls'),
    upstream: model('upstreams'),
    certificate: model('certificates'),
    sni: model('snis'),
  };
  const put = (kind: string, row: Row, changes: object): Row => {
    const made = { ...row, ...changes, id: randomUUID() };
    state[kind]?.push(made);
    return made;
  };
  for (let n = 0; n < (count * services) / 100; n += 1) {
    const age = { created_at: 1_700_000_000 + n * 60, updated_at: 1_700_000_000 + n * 90 };
    const tags = [`team-${n % 40}`, `house-${n % 7}`];
    const about = { ...age, tags };
    const service = put('services', models.service, {
      ...about,
      name: `shop-${n}-orders`,
      host: `host-${n % 3_000}.shop.example`,
    });
    for (const side of ['read', 'write']) {
      const names = { name: `shop-${n}-${side}`, paths: [`/shop-${n}/${side}`], hosts: [`api-${n % 900}.example`] };
      const route = put('routes', models.route, { ...about, ...names, service: { id: service.id } });
      put('plugins', models.limit, { ...about, enabled: n % 11 > 0, route: { id: route.id } });
    }
    put('plugins', models.keyAuth, { ...about, service: { id: service.id } });
    const consumer = put('consumers', models.consumer, {
      ...about,
      username: `till-${n}`,
      custom_id: `customer-${n % 2_000}-${n}`,
    });
    put('keyauth_credentials', models.key, { ...age, key: randomUUID(), consumer: { id: consumer.id } });
    if (n % 2 === 0)
      put('upstreams', models.upstream, { ...about, name: `pool-${n}.shop.example`, slots: 1_000 + (n % 500) });
    if (n % 2 === 1) {
      put('plugins', models.acl, {
        ...about,
        config: { ...(models.acl.config as object), allow: [`group-${n % 100}`] },
        service: { id: service.id },
      });
      put('acls', models.group, { ...age, group: `group-${n % 100}`, consumer: { id: consumer.id } });
    }
    if (n % 25 === 0) {
      const certificate = put('certificates', models.certificate, about);
      put('snis', models.sni, { ...about, name: `sni-${n}.shop.example`, certificate: { id: certificate.id } });
    }
  }
  writeFileSync(file, JSON.stringify(state));
  return Object.values(state).reduce((sum, rows) => sum + rows.length, 0);
};
