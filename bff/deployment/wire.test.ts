import { expect, test } from 'vitest';
import { environments } from '#domain/core/environment.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { formOf, shownBy } from '#domain/deployment/form-values.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import { authentications } from '#domain/deployment/row.ts';
import { deployBody, deploymentForm } from '#domain/deployment/schema.ts';
import { fc } from '#test/runner/chance.ts';
import { configOf, rowOf } from './wire.ts';

const anyConfig: fc.Arbitrary<DeploymentConfig> = fc
  .record({
    name: fc.constantFrom('Payments', 'Card Payments'),
    environment: fc.constantFrom(...environments),
    authentication: fc.constantFrom(...authentications),
    keyInQuery: fc.boolean(),
    contextPath: fc.constantFrom('payments', 'card_payments'),
    upstreamUrl: fc.constantFrom('https://payments.example/v1', 'http://payments.example:8080'),
    gatewayId: fc.integer({ min: 1, max: 99 }),
    tokenExpiration: fc.integer({ min: 1, max: 31_536_000 }),
    ratePerMinute: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    countsTogether: fc.boolean(),
    redis: fc.option(fc.constant({ resourceId: 9, name: 'Counters' })),
    allowedAddresses: fc.option(fc.constantFrom<string[]>(['203.0.113.7'], ['203.0.113.0/24', '2001:db8::/32'])),
    refusesBots: fc.boolean(),
    cors: fc.option(
      fc.record({
        origins: fc.constantFrom<string[]>(['*'], ['https://app.example', 'https://*.app.example:8443']),
        methods: fc.constantFrom(['GET', 'HEAD'] as const, ['POST'] as const).map((methods) => [...methods]),
        headers: fc.constantFrom<string[]>([], ['Content-Type', 'X-Trace']),
        credentials: fc.constant(false),
        maxAge: fc.integer({ min: 0, max: 86_400 }),
      }),
    ),
    requestTransformer: fc.constantFrom(emptyRequestTransformer, { ...emptyRequestTransformer, addHeaders: ['x-a:1'] }),
    responseTransformer: fc.option(
      fc.constantFrom(emptyResponseTransformer, { ...emptyResponseTransformer, removeJson: ['secret'] }),
    ),
    lockdown: fc.option(
      fc.record({ revision: fc.integer({ min: 1, max: 9 }), operations: fc.constant('a'.repeat(64)) }),
    ),
  })
  // Tokens are never in the query string, so the form has no such field for OAuth2.
  // Without a limit nothing is counted.
  .map((config) => ({
    ...config,
    keyInQuery: config.keyInQuery && config.authentication !== 'oauth2',
    countsTogether: config.countsTogether && config.ratePerMinute !== null,
    redis: config.ratePerMinute === null ? null : config.redis,
  }));

/** Returns the configuration as in the read tables. */
const storedAs = (config: DeploymentConfig) => ({
  id: 7,
  api_id: 3,
  config,
  state: 'deployed' as const,
  operation_id: '6f1a1e0e-5f0b-4c52-8f1c-3f5d1c9a7b11',
  gateway_id: config.gatewayId,
  gateway_name: 'Public gateway',
  api_url: 'http://gateway.example/',
  api_ssl_url: 'https://gateway.example',
  outage: null,
  removing_keys: null,
  removing_since: null,
  lost_objects: null,
  open_differences: 0,
  intact_at: null,
  put_back_at: null,
  foreign_objects: [],
  moving: null,
  approval: null,
  is_read_only: false,
});

test('a configuration that is read and sent again unchanged stays the same', () => {
  fc.assert(
    fc.property(anyConfig, (config) => {
      const stored = storedAs(config);
      const read = deploymentForm.parse({ ...rowOf(stored), ...formOf(stored), revision: 1, basedOn: 1 });
      const fields = Object.keys(deployBody.shape).flatMap((field) =>
        field in read ? [[field, read[field as keyof typeof read]]] : [],
      );
      const rateLimit = { ...read.rateLimit, redis: read.rateLimit.redis?.id ?? null };
      const body = deployBody.parse({ ...Object.fromEntries(fields), kongServer: read.kongServer.id, rateLimit });
      expect(configOf(body, config.lockdown, config.cors?.methods ?? [], config.redis)).toEqual(config);
      // What an older form is compared by has the names and values of the body.
      expect(body).toMatchObject(shownBy(config, true));
    }),
  );
});

test('callers get the address for tokens, without a double slash', () => {
  fc.assert(
    fc.property(anyConfig, (config) => {
      const { url, path, tokenUrl, env, auth } = rowOf(storedAs(config));
      expect({ env, auth }).toEqual({ env: config.environment, auth: config.authentication });
      expect(url).toBe(`http://gateway.example${path}`);
      expect(tokenUrl).toBe(auth === 'apikey' ? null : `https://gateway.example${path}/oauth2/token`);
    }),
  );
});
