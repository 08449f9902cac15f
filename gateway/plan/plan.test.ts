import { describe, expect, it } from 'vitest';
import { type DeploymentConfig, plainDeployment } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { pluginsOfDeployments } from '#domain/deployment/needed-plugins.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import { newNames } from '#test/world/gateway-names.ts';
import {
  type DesiredEntity,
  type EntityKind,
  type FoundEntity,
  foundEntity,
  type KongObject,
  referenceIn,
} from '../admin-api/entity.ts';
import { difference } from '../change/difference.ts';
import { type RecordingName, recording } from '../recordings/recording.ts';
import { planDeployment } from './plan.ts';
import { planConsumer } from './plan-consumer.ts';
import { proxyPath } from './plan-routes.ts';

const config: DeploymentConfig = {
  name: 'Payments Core',
  environment: 'DEV',
  authentication: 'both',
  contextPath: 'payments',
  upstreamUrl: 'https://payments.example/v1',
  gatewayId: 1,
  tokenExpiration: 86_400,
  ratePerMinute: 60,
  ...plainDeployment,
};
const planned = (changes: Partial<DeploymentConfig> = {}, deploymentId = 7, operations?: SpecOperations) =>
  planDeployment({
    names: newNames,
    generation: 1,
    deploymentId,
    config: { ...config, ...changes },
    operations,
    httpLogEndpoint: 'https://portal.example/ingest',
    telemetryKey: 'telemetry-key',
  });
const plan = (changes?: Partial<DeploymentConfig>, deploymentId?: number) => planned(changes, deploymentId).entities;
const consumer = (changes = {}) =>
  planConsumer({
    names: newNames,
    consumerId: 12,
    deploymentId: 7,
    limit: null,
    organization: null,
    requestTransformer: null,
    rewriting: null,
    credentials: [
      {
        generation: 1,
        apiKey: 'demo-key-0123456789',
        oauth2: { clientId: 'demo-client', clientSecret: 'demo-secret-0123456789' },
      },
    ],
    ...changes,
  });
const of = (entities: readonly DesiredEntity[], label: string) => {
  const found = entities.find((entity) => entity.label === label);
  if (!found) throw new Error(`no ${label}`);
  return found;
};
/** Returns an entity as Kong would: with defaults and times added, and lists in another order. */
const asActual = ({ body, ...entity }: DesiredEntity): FoundEntity => ({
  ...entity,
  body: {
    ...body,
    tags: [...(body.tags as string[])].reverse(),
    retries: 5,
    created_at: 1_795_251_127,
    ...(body.config ? { config: { realm: null, run_on_preflight: true, ...(body.config as KongObject) } } : {}),
  },
});

const cors = {
  origins: ['https://app.example', 'https://*.shop.example:8443'],
  methods: ['GET' as const],
  headers: ['Content-Type', 'apikey'],
  credentials: false,
  maxAge: 300,
};

describe('pages in a browser', () => {
  it('are compared by whole origins, and may send the header of the credential', () => {
    expect(of(plan({ cors }), 'plugin cors').body).toMatchObject({
      config: {
        origins: ['^https://app\\.example$', '^https://[a-z0-9-]+\\.shop\\.example:8443$'],
        methods: ['GET'],
        headers: ['apikey', 'Authorization', 'Content-Type'],
        credentials: false,
        max_age: 300,
      },
    });
    expect(of(plan({ cors: { ...cors, origins: ['*'] } }), 'plugin cors').body.config).toMatchObject({
      origins: ['*'],
    });
  });

  it('send preflights to the paths of a lockdown whose OPTIONS is not described, and to that of tokens', () => {
    const operations = {
      basePath: '',
      paths: [
        { path: '/pets', methods: ['GET'] },
        { path: '/pets/{id}', methods: ['DELETE', 'GET'] },
        { path: '/shops', methods: ['GET', 'OPTIONS'] },
      ],
    };
    const locked = { cors, authentication: 'oauth2' as const, lockdown: { revision: 1, operations: 'a'.repeat(64) } };
    const { entities, probes } = planned(locked, 7, operations);
    const { body, id } = of(entities, 'route preflights');
    const [shops] = entities
      .filter(({ label }) => label === 'route GET HEAD OPTIONS')
      .flatMap((route) => route.body.paths as string[]);
    expect(body.methods).toEqual(['OPTIONS']);
    expect(body.paths).toHaveLength(3);
    expect(body.paths).toContain('~/payments-dev/oauth2/token$');
    expect(body.paths).not.toContain(shops);
    expect(of(entities, 'plugin request-termination').body).toMatchObject({
      route: { id },
      config: { status_code: 404 },
    });
    expect(probes).toContainEqual({ method: 'OPTIONS', path: '/payments-dev/pets/x', wanted: 'refused' });
    expect(planned({ ...locked, cors: null }, 7, operations).entities.map(({ label }) => label)).not.toContain(
      'route preflights',
    );
  });
});

describe('the plan of a deployment', () => {
  it('adds the environment to the names of service and route, except in PROD', () => {
    expect(of(plan(), 'service').body).toMatchObject({
      name: 'Payments-Core-dev',
      host: 'payments.example',
      port: 443,
      path: '/v1',
      protocol: 'https',
    });
    expect(of(plan(), 'route').body).toMatchObject({
      name: 'payments-dev',
      paths: ['~/payments-dev$', '/payments-dev/'],
      strip_path: true,
    });
    expect(of(plan({ environment: 'PROD' }), 'service').body.name).toBe('Payments-Core');
    expect(of(plan({ environment: 'PROD' }), 'route').body.paths).toEqual(['~/payments$', '/payments/']);
    expect(proxyPath(config)).toBe('/payments-dev');
  });

  it('reads the upstream address: default ports, no path, another port', () => {
    expect(of(plan({ upstreamUrl: 'http://a.example' }), 'service').body).toMatchObject({
      port: 80,
      path: null,
      protocol: 'http',
    });
    expect(of(plan({ upstreamUrl: 'http://a.example:8081/x/' }), 'service').body).toMatchObject({
      port: 8081,
      path: '/x/',
    });
  });

  it.each([
    ['apikey', ['service', 'plugin key-auth', 'plugin acl', 'plugin rate-limiting', 'plugin http-log', 'route']],
    ['oauth2', ['service', 'plugin oauth2', 'plugin acl', 'plugin rate-limiting', 'plugin http-log', 'route']],
    [
      'both',
      [
        'service',
        'anonymous consumer',
        'plugin request-termination',
        'plugin response-transformer',
        'plugin key-auth',
        'plugin oauth2',
        'plugin acl',
        'plugin rate-limiting',
        'plugin http-log',
        'route',
      ],
    ],
  ] as const)('makes what %s needs, the route last', (authentication, labels) => {
    const steps = difference(plan({ authentication }), []);
    expect(plan({ authentication }).map(({ label }) => label)).toEqual(labels);
    expect(steps.at(-1)?.entity.label).toBe('route');
    expect(steps.every(({ kind }) => kind === 'put')).toBe(true);
  });

  it('refuses callers without key or token: both plugins fall back to one consumer, who gets a 401', () => {
    const anonymous = of(plan(), 'anonymous consumer').id;
    expect(of(plan(), 'plugin key-auth').body.config).toMatchObject({ anonymous });
    expect(of(plan(), 'plugin oauth2').body.config).toMatchObject({
      anonymous,
      global_credentials: true,
      token_expiration: 86_400,
    });
    expect(of(plan(), 'plugin request-termination').body).toMatchObject({
      consumer: { id: anonymous },
      config: { status_code: 401 },
    });
    expect(of(plan({ authentication: 'apikey' }), 'plugin key-auth').body.config).toMatchObject({ anonymous: null });
  });

  it('accepts keys only in headers unless configured otherwise; older deployments stay as they are', () => {
    const inQuery = (keyInQuery: boolean | null) => of(plan({ keyInQuery }), 'plugin key-auth').body.config;
    expect(of(plan(), 'plugin key-auth').body.config).toMatchObject({ key_in_header: true, key_in_query: false });
    expect(inQuery(true)).toMatchObject({ key_in_query: true });
    expect(inQuery(null)).toMatchObject({ key_in_query: true });
  });

  it("limits calls only if a limit is set, and posts calls with the gateway's key (D10)", () => {
    expect(plan({ ratePerMinute: null }).map(({ label }) => label)).not.toContain('plugin rate-limiting');
    expect(of(plan(), 'plugin rate-limiting').body.config).toMatchObject({
      minute: 60,
      policy: 'local',
      limit_by: 'consumer',
    });
    // A caller can't choose by which header calls are counted: acl writes it.
    expect(of(plan(), 'plugin acl').body.config).toMatchObject({ hide_groups_header: true });
    const together = plan({ countsTogether: true });
    expect(of(together, 'plugin acl').body.config).toMatchObject({ hide_groups_header: false });
    expect(of(together, 'plugin rate-limiting').body.config).toMatchObject({
      minute: 60,
      limit_by: 'header',
      header_name: 'X-Consumer-Groups',
    });
    expect(of(plan(), 'plugin http-log').body.config).toMatchObject({
      http_endpoint: 'https://portal.example/ingest',
      headers: { 'x-portico-gateway-key': 'telemetry-key' },
      queue: { max_batch_size: 20, max_coalescing_delay: 1 },
    });
  });

  it('has the same ids every time and other ids for another deployment (J1)', () => {
    const ids = (deploymentId: number) => plan({}, deploymentId).map(({ id }) => id);
    expect(ids(7)).toEqual(ids(7));
    expect(new Set([...ids(7), ...ids(8)]).size).toBe(2 * ids(7).length);
  });

  it('needs no plugin but those that the deploy form knows of', () => {
    const operations = { basePath: '', paths: [{ path: '/cards/{id}', methods: ['GET'] }] };
    const { entities } = planned(
      {
        cors: { origins: ['https://app.example'], methods: ['GET'], headers: [], credentials: false, maxAge: 5 },
        allowedAddresses: ['10.0.0.1'],
        refusesBots: true,
        requestTransformer: { ...plainDeployment.requestTransformer, addHeaders: ['X-Desk:7'] },
        responseTransformer: { ...emptyResponseTransformer, addHeaders: ['X-Desk:7'] },
        lockdown: { revision: 1, operations: 'a'.repeat(64) },
      },
      7,
      operations,
    );
    const used = new Set(entities.flatMap(({ kind, body }) => (kind === 'plugin' ? [String(body.name)] : [])));
    const known = new Set(pluginsOfDeployments.map(({ plugin }) => plugin));
    expect([...used].filter((plugin) => !known.has(plugin))).toEqual([]);
    expect([...known].filter((plugin) => !used.has(plugin))).toEqual([]);
  });

  it('tags everything', () => {
    const tags = ['portico', 'portico-0a1b2c3d', 'portico-0a1b2c3d-deployment-7'];
    for (const { body } of plan()) expect(body.tags).toEqual(tags);
    for (const { body } of consumer()) expect(body.tags).toEqual([...tags, 'portico-0a1b2c3d-consumer-12']);
  });
});

describe('the values that a plan gives to other parts', () => {
  it('names an address at which callers must be refused', () => {
    expect(planned()).toMatchObject({
      probes: [
        { path: '/payments-dev', wanted: 'refused' },
        { path: '/payments-dev/', wanted: 'refused' },
      ],
      rewriting: null,
    });
  });

  it('names the routes of a lockdown once, for its entities, its probes and the keys', () => {
    const locked = { lockdown: { revision: 1, operations: 'a'.repeat(64) } };
    const operations = { basePath: '', paths: [{ path: '/cards/{id}', methods: ['GET'] }] };
    const { entities, probes, rewriting } = planned(locked, 7, operations);
    const route = of(entities, 'route GET HEAD');
    expect(rewriting).toEqual({ uri: '/v1$(uri_captures.rest)', routes: [route.id] });
    expect(entities.some(({ kind, body }) => kind === 'plugin' && referenceIn(body, 'route') === route.id)).toBe(true);
    expect(probes.map(({ path, wanted }) => [path.replace(/cards.*/, 'cards/…'), wanted])).toEqual([
      ['/payments-dev/cards/…', 'refused'],
      ['/payments-dev', 'missing'],
    ]);
  });
});

describe('the difference', () => {
  it('is empty when Kong has what is planned, with or without defaults (J1)', () => {
    expect(difference(plan(), plan().map(asActual))).toEqual([]);
    expect(difference(consumer(), consumer().map(asActual))).toEqual([]);
  });

  const recorded = (kind: EntityKind, name: RecordingName): { wanted: DesiredEntity; actual: FoundEntity } => {
    const { sent, body } = recording(name);
    const actual = foundEntity(kind, JSON.parse(body));
    if (!actual) throw new Error(`${name} has no id`);
    const { url: _url, ...wanted } = sent as KongObject & { url?: string };
    return { wanted: { ...actual, body: wanted }, actual };
  };

  it.each([
    ['service', 'both-01-service'],
    ['route', 'both-02-route'],
    ['consumer', 'both-03-anonymous-consumer'],
    ['plugin', 'both-04-key-auth-with-anonymous'],
    ['plugin', 'both-05-oauth2-with-anonymous'],
    ['plugin', 'both-06-request-termination-on-anonymous'],
    ['plugin', 'both-07-acl-allow-deployment-group'],
    ['acl', 'both-09-consumer-acl'],
    ['key-auth', 'both-10-consumer-key'],
    ['oauth2', 'both-11-consumer-oauth2'],
  ] as const)("is empty between a sent entity and a real Kong's response: %s %s", (kind, name) => {
    const { wanted, actual } = recorded(kind, name);
    expect(difference([wanted], [actual])).toEqual([]);
    expect(
      difference([{ ...wanted, body: { ...wanted.body, tags: ['portico'], enabled: 'other' } }], [actual]),
    ).toHaveLength(1);
  });

  it('restores only what somebody changed by hand (matrix 14)', () => {
    const actual = plan().map(asActual);
    const edited = actual.map((entity) =>
      entity.label === 'service' ? { ...entity, body: { ...entity.body, host: 'elsewhere.example' } } : entity,
    );
    expect(
      difference(
        plan(),
        edited.filter(({ label }) => label !== 'plugin acl'),
      ),
    ).toMatchObject([
      { kind: 'put', entity: { label: 'service' }, existed: true },
      { kind: 'put', entity: { label: 'plugin acl' }, existed: false },
    ]);
  });

  it('makes the new plugin before it removes the old one, from key to token', () => {
    const actual = plan({ authentication: 'apikey' }).map(asActual);
    expect(
      difference(plan({ authentication: 'oauth2' }), actual).map(({ kind, entity }) => `${kind} ${entity.label}`),
    ).toEqual(['put plugin oauth2', 'delete plugin key-auth']);
  });

  it('makes credentials last and removes them first (J2)', () => {
    expect(difference(consumer(), []).map(({ entity }) => entity.kind)).toEqual([
      'consumer',
      'acl',
      'key-auth',
      'oauth2',
    ]);
    const all = [...plan(), ...consumer()].map(asActual);
    const kinds = difference([], all).map(({ entity }) => entity.kind);
    expect(kinds).toEqual([
      'oauth2',
      'key-auth',
      'acl',
      'route',
      ...Array.from({ length: 7 }, () => 'plugin'),
      'consumer',
      'consumer',
      'service',
    ]);
  });
});
