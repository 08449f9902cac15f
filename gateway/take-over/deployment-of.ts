import type { Environment } from '#domain/core/environment.ts';
import type { DeploymentConfig, Former } from '#domain/deployment/deployment.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { defaultTokenExpiration } from '#domain/deployment/schema.ts';
import { urlOf } from '#domain/gateway-object/forms.ts';
import type { KongObject } from '../admin-api/entity.ts';
import type { ForeignService } from './foreign-service.ts';
import { keyNamesOf, perMinute, settingsOf, texts } from './judge-service.ts';

/** What a service says beside its target. */
const serviceFields = ['retries', 'connect_timeout', 'write_timeout', 'read_timeout'];

/** What decides which calls a route takes, and how they go on. */
const routeFields = [
  'protocols',
  'hosts',
  'paths',
  'methods',
  'strip_path',
  'preserve_host',
  'path_handling',
  'regex_priority',
  'https_redirect_status_code',
  'request_buffering',
  'response_buffering',
];

const only = (body: KongObject, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])));

const formerOf = (foreign: ForeignService): Former => ({
  serviceId: foreign.service.id,
  fields: only(foreign.service.body, serviceFields),
  keyNames: keyNamesOf(foreign),
  routes: foreign.routes.map(({ id, body }) => ({ id, fields: only(body, routeFields) })),
});

/** @property name, contextPath as in the deploy form: of the deployment's own path. */
type Chosen = Readonly<{ gatewayId: number; environment: Environment; name: string; contextPath: string }>;

/** Returns the deployment that a service becomes, if nothing keeps it from that (`refusalsOf`). */
export const deploymentOf = (foreign: ForeignService, chosen: Chosen): DeploymentConfig => {
  const { plugins, service } = foreign;
  const limit = settingsOf(plugins, 'rate-limiting');
  const addresses = texts(settingsOf(plugins, 'ip-restriction')?.allow);
  return {
    ...chosen,
    authentication: 'apikey',
    keyInQuery: settingsOf(plugins, 'key-auth')?.key_in_query !== false,
    upstreamUrl: urlOf(service.body),
    tokenExpiration: defaultTokenExpiration,
    ratePerMinute: (limit && perMinute(limit)) ?? null,
    countsTogether: false,
    allowedAddresses: addresses.length > 0 ? addresses : null,
    refusesBots: false,
    cors: null,
    requestTransformer: emptyRequestTransformer,
    responseTransformer: null,
    lockdown: null,
    former: formerOf(foreign),
  };
};
