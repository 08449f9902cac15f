import { expect, it } from 'vitest';
import { createGatewayNames } from '../names/gateway-names.ts';
import { planDeployment } from '../plan/plan.ts';
import { deploymentOf } from './deployment-of.ts';
import type { ForeignService } from './foreign-service.ts';

const route = {
  id: '6b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  body: {
    name: 'orders',
    protocols: ['https'],
    hosts: ['shop.example'],
    paths: ['~/v\\d+/orders', '/orders'],
    methods: ['GET', 'POST'],
    strip_path: false,
    preserve_host: true,
    path_handling: 'v1',
    regex_priority: 7,
    https_redirect_status_code: 308,
    request_buffering: false,
    response_buffering: false,
    created_at: 1_700_000_000,
    tags: ['theirs'],
  },
} as const;
const plugin = (name: string, config: object) => ({ id: name, body: { name, config } });
const foreign: ForeignService = {
  service: {
    id: '4b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
    body: {
      name: 'orders',
      protocol: 'https',
      host: 'orders.internal',
      port: 8443,
      path: '/v1',
      retries: 2,
      connect_timeout: 1_000,
      write_timeout: 2_000,
      read_timeout: 3_000,
    },
  },
  routes: [route],
  plugins: [
    plugin('key-auth', { key_names: ['x-key', 'apikey'], key_in_query: false }),
    plugin('acl', { allow: ['shops'] }),
    plugin('rate-limiting', { minute: 60, limit_by: 'consumer', policy: 'local' }),
    plugin('ip-restriction', { allow: ['10.0.0.0/8'] }),
  ],
  routePlugins: [],
  globalPlugins: [],
  callers: [],
  twins: [],
  elsewhere: [],
  upstreams: new Set(),
};

it('a deployment has what decides over calls of the service as it was: target, times, routes, keys, limit, addresses', () => {
  const config = deploymentOf(foreign, { gatewayId: 1, environment: 'DEV', name: 'Orders', contextPath: 'shop' });
  expect(config).toMatchObject({
    upstreamUrl: 'https://orders.internal:8443/v1',
    keyInQuery: false,
    ratePerMinute: 60,
    allowedAddresses: ['10.0.0.0/8'],
  });
  const names = createGatewayNames({
    installationId: '0a1b2c3d-4f50-4a61-8b72-93a4b5c6d7e8',
    takenOver: { deployment: 0, consumer: 0 },
  });
  const { entities } = planDeployment({
    names,
    deploymentId: 12,
    generation: 1,
    config,
    operations: undefined,
    httpLogEndpoint: 'http://portal.example/ingest',
    telemetryKey: 'telemetry-key',
  });
  const bodyOf = (is: (entity: (typeof entities)[number]) => boolean) => entities.find(is)?.body;
  expect(bodyOf(({ kind }) => kind === 'service')).toMatchObject({
    protocol: 'https',
    host: 'orders.internal',
    port: 8443,
    path: '/v1',
    retries: 2,
    connect_timeout: 1_000,
    write_timeout: 2_000,
    read_timeout: 3_000,
  });
  expect(bodyOf(({ label }) => label === 'plugin key-auth')).toMatchObject({
    config: { key_names: ['apikey', 'x-key'], key_in_query: false, hide_credentials: true },
  });
  const { name: _name, created_at: _created, tags: _tags, ...matching } = route.body;
  const former = bodyOf(({ label }) => label === 'route of before');
  expect(former).toMatchObject(matching);
  expect(former).toMatchObject({ service: { id: names.serviceId(12) }, headers: null });
  // Its own path stays, beside those of before.
  expect(bodyOf(({ label }) => label === 'route')).toMatchObject({ paths: ['~/shop-dev$', '/shop-dev/'] });
});
