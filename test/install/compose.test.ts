import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from '@redocly/ajv';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { expect, test } from 'vitest';
import { readSettings } from '#platform/settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const text = read('compose.yaml');
type Service = Readonly<{
  image: string;
  command?: string | string[];
  restart?: string;
  profiles?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string } | null>;
  environment?: Record<string, string | number>;
  healthcheck?: object;
  deploy?: { resources: { limits: { memory: string } } };
  volumes?: string[];
}>;

/** As Docker reads it: with the parts that `<<` brings in. */
const readCompose = (yaml: string) =>
  load(yaml, { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
    'x-portico': { environment: Record<string, string | number> };
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean } | null>;
  };
const compose = readCompose(text);
const services = Object.entries(compose.services);
const networksOf = ({ networks = [] }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks));
const on = (network: string) => services.filter(([, each]) => networksOf(each).includes(network)).map(([name]) => name);

type Realm = Readonly<{ realm: string; clients: readonly Readonly<{ clientId: string }>[] }>;

/** `compose.env` as somebody fills it in. */
const filled: Record<string, string> = Object.fromEntries(
  [...read('compose.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value || 'filled-in-by-somebody',
  ]),
);
filled.PORTICO_KEY = randomBytes(32).toString('base64');
filled.PORTICO_ADMIN_EMAIL = 'ada@portico.example';

/** What the compose specification's schema says against a file, each with where. */
const faultsOf = (() => {
  const { $schema: _draft07, ...schema } = JSON.parse(
    read('test/fixtures/compose-spec/compose-spec.json'),
  ) as object & {
    $schema: string;
  };
  // Its formats (`duration`, `ports`) are names of Docker's own, which has no text for them.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const validate = ajv.compile(schema);
  return (yaml: string) => {
    validate(readCompose(yaml));
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  };
})();

test('compose.yaml follows the compose specification, and a mistake in it is found', () => {
  expect(faultsOf(text)).toEqual([]);
  const [bff, migrate] = ['/services/bff', '/services/migrate'];
  const slips: [string, string, string][] = [
    ['healthcheck:', 'healthchek:', bff],
    ['retries: 6', 'retries: [6]', `${bff}/healthcheck/retries`],
    ['ports: ["80:80", "443:443"]', 'ports: "443:443"', '/services/caddy/ports'],
    ['service_completed_successfully', 'service_completed', `${bff}/depends_on/migrate/condition`],
    ['{ condition: service_healthy }', '{ when: service_healthy }', `${migrate}/depends_on/postgres`],
    ['read_only: true', 'read_only: []', `${migrate}/read_only`],
  ];
  for (const [right, wrong, where] of slips) {
    expect(text).toContain(right);
    expect(faultsOf(text.replaceAll(right, wrong)).join('\n')).toContain(`${where}: `);
  }
});

test('the variables of compose.yaml are those of the example', () => {
  const asked = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
  const known = new Set([...text.matchAll(/\$\{(\w+):[?-]/g)].map(([, name]) => name));
  expect([...asked].filter((name) => !name || !(name in filled))).toEqual([]);
  expect(Object.keys(filled).filter((name) => !known.has(name))).toEqual([]);
});

test('a process starts with these settings, and each of them counts', () => {
  const environment = Object.fromEntries(
    Object.entries(compose['x-portico'].environment).map(([name, value]) => [
      name,
      String(value).replace(/\$\{(\w+):[?-]\}/g, (_all, variable: string) => filled[variable] ?? ''),
    ]),
  );
  const settings = readSettings(environment, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
  const given = Object.keys(environment).filter((name) => environment[name] !== '');
  expect(given.filter((name) => !(name in settings))).toEqual([]);
  expect(settings).toMatchObject({ PORTICO_ADMIN_EMAIL: 'ada@portico.example', METRICS_PORT: 3001 });
});

test('the nodes of KurrentDB have the names of the address in the documents', () => {
  const [, hosts = ''] =
    /^EVENTSTORE_URL=esdb:..portico:\.{3}@(\S+)\?/m.exec(read('docs/operations/kurrentdb.md')) ?? [];
  const names = hosts.split(',').map((host) => host.replace(/:2113$/, ''));
  expect(names).toEqual(['kurrent-1', 'kurrent-2', 'kurrent-3']);
  for (const name of names) {
    const { profiles, environment } = compose.services[name] ?? {};
    expect(profiles).toEqual(['kurrentdb']);
    expect(environment?.KURRENTDB_ADVERTISE_HOST_TO_CLIENT_AS).toBe(name);
  }
});

test('the Admin API is reached by the worker and the BFF alone, and each database by its own server', () => {
  expect(on('admin')).toEqual(['bff', 'worker', 'kong']);
  const kong = compose.services.kong as Service;
  const { admin } = kong.networks as Record<string, { ipv4_address?: string }>;
  expect(kong.environment?.KONG_ADMIN_LISTEN).toBe(`${admin?.ipv4_address}:8001`);
  expect(on('kong-data')).toEqual(['kong-database', 'kong-migrate', 'kong']);
  expect(on('keycloak-data')).toEqual(['keycloak-database', 'keycloak']);
  expect(on('front')).toEqual(['caddy', 'bff', 'worker', 'kong', 'keycloak']);
  expect(services.filter(([, each]) => networksOf(each).length === 0)).toEqual([]);
  const inner = Object.entries(compose.networks)
    .filter(([, network]) => network?.internal)
    .map(([name]) => name);
  expect(inner).toEqual(['data', 'admin', 'kong-data', 'keycloak-data']);
});

test('every image has a version, and what runs on has a limit of memory and says whether it is well', () => {
  expect(services.filter(([, { image }]) => !/:\d+\.\d+\.\d+(-[\w.]+)?$|:\d+\.\d+-\w+$/.test(image))).toEqual([]);
  const running = services.filter(([, { restart, profiles }]) => restart === 'unless-stopped' && !profiles);
  expect(running.length).toBe(10);
  for (const [name, { healthcheck, deploy }] of running)
    expect([name, healthcheck !== undefined, deploy?.resources.limits.memory]).toEqual([
      name,
      true,
      expect.any(String),
    ]);
});

test('the web process has the same limit of memory however it is started', () => {
  const ofImage = JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '[]') as string[];
  expect(ofImage[1]).toMatch(/^--max-old-space-size=\d+$/);
  expect(compose.services.bff?.command).toEqual(ofImage);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts.bff).toBe(`node scripts/launch.mjs ${ofImage.slice(1).join(' ')}`);
});

test('the realm has the client as docs/production.md says, and every variable in it is given', () => {
  const realm = read('compose/realm.json');
  const given = compose.services.keycloak?.environment ?? {};
  for (const [, name = ''] of realm.matchAll(/\$\{(\w+)\}/g)) expect(given).toHaveProperty(name);
  const { realm: name, clients } = JSON.parse(realm) as Realm;
  expect(compose['x-portico'].environment.OIDC_ISSUER).toMatch(new RegExp(`/realms/${name}$`));
  const portal = clients.find(({ clientId }) => clientId === compose['x-portico'].environment.OIDC_CLIENT_ID);
  expect(portal).toMatchObject({
    publicClient: false,
    redirectUris: [expect.stringMatching(/^\$\{PORTAL_URL\}\/auth\/callback$/)],
  });
  for (const address of ['/auth/callback', '/auth/backchannel-logout', '/logout']) {
    expect(read('docs/production.md')).toContain(`<PUBLIC_URL>${address}`);
    expect(JSON.stringify(portal)).toContain(`{PORTAL_URL}${address}`);
  }
});

test('every file that it starts or reads exists', () => {
  const files = [...text.matchAll(/\bnode,? ([\w/-]+\.ts)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThanOrEqual(5);
  for (const [, file = ''] of text.matchAll(/"\.\/([^:"]+):[^"]*:ro"/g)) files.push(file);
  expect(files).toContain('compose/realm.json');
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
