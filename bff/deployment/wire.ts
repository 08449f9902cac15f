import { nameInEnvironment } from '#domain/core/environment.ts';
import { corsMethodsOf } from '#domain/deployment/cors.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { rateLimitOf } from '#domain/deployment/form-values.ts';
import { transformsRequests } from '#domain/deployment/request-transformer.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { DeployBody } from '#domain/deployment/schema.ts';
import type { ForeignKind, LostObject } from '#domain/drift/drift.ts';
import { effectOf } from '#domain/drift/effect.ts';

/*
 * A deployment's names on the wire (`env`, `auth`, `kongServer`) and in the domain, both ways: the form's body becomes a
 * configuration, a stored one becomes what is read.
 */

/** @property since as Postgres writes times in JSON. */
export type StoredOutage = Readonly<{ since: string; waiting: number }>;

/**
 * @property removing_keys how many keys were taken away and are not off the gateway yet.
 * @property lost_objects  what was lost at the gateway; null: nothing lately.
 */
type StoredDeployment = Readonly<{
  id: number;
  api_id: number;
  config: DeploymentConfig;
  state: DeploymentRow['state'];
  operation_id: string;
  gateway_id: number;
  gateway_name: string;
  api_url: string;
  api_ssl_url: string;
  outage: StoredOutage | null;
  removing_keys: number | null;
  removing_since: Date | null;
  lost_objects: readonly LostObject[] | null;
  intact_at: Date | null;
  put_back_at: Date | null;
  foreign_objects: readonly StoredForeign[];
  open_differences: number | string;
  moving: StoredMove | null;
  approval: StoredApproval | null;
  is_read_only: boolean;
}>;

/** Somebody else's object. @property key the label of the key whose consumer it belongs to; null: it is of none. */
export type StoredForeign = Readonly<{ kind: ForeignKind; id: string; name: string; key: string | null }>;

/** The other deployment of a move. */
export type StoredMove = Readonly<{
  isLeader: boolean;
  id: number;
  gateway: string;
  api_url: string;
  context_path: string;
}>;

/** `by`: who asked or approved. */
export type StoredApproval = NonNullable<DeploymentRow['approval']>;

const responseOf = ({ responseTransformer }: DeployBody): DeploymentConfig['responseTransformer'] => {
  if (!responseTransformer?.enabled) return null;
  const { enabled: _enabled, ...lists } = responseTransformer;
  return lists;
};

/**
 * Returns the configuration that the form asks for.
 *
 * @param methods of the description, for pages in a browser.
 * @param redis   the one that the form names.
 */
export const configOf = (
  body: DeployBody,
  lockdown: DeploymentConfig['lockdown'],
  methods: readonly string[],
  redis: DeploymentConfig['redis'],
): DeploymentConfig => ({
  name: body.name,
  environment: body.env,
  authentication: body.auth,
  keyInQuery: body.keyInQuery && body.auth !== 'oauth2',
  contextPath: body.contextPath,
  upstreamUrl: body.upstreamUrl,
  gatewayId: body.kongServer,
  tokenExpiration: body.oAuth2Config.tokenExpiration,
  ratePerMinute: body.rateLimit.enabled ? body.rateLimit.ratePerMinute : null,
  countsTogether: body.rateLimit.enabled && body.rateLimit.countsTogether,
  redis: body.rateLimit.enabled ? (redis ?? null) : null,
  allowedAddresses: body.ipRestriction.enabled ? body.ipRestriction.ips : null,
  refusesBots: body.botDetection.enabled,
  cors: corsOf(body, methods),
  requestTransformer: body.requestTransformer,
  responseTransformer: responseOf(body),
  lockdown,
});

const corsOf = ({ cors }: DeployBody, methods: readonly string[]): DeploymentConfig['cors'] => {
  const { enabled, ...settings } = cors;
  return enabled ? { ...settings, methods: corsMethodsOf(methods) } : null;
};

const join = (address: string, path: string) => `${address.replace(/(?<!\/)\/+$/, '')}${path}`;

/** Returns a deployment's token endpoint. The gateway offers it over https only. */
const tokenUrlOf = (apiSslUrl: string, path: string): string => join(apiSslUrl, `${path}/oauth2/token`);

/** Returns a deployment's row for those who may open it. */
export const rowOf = ({ config, ...row }: StoredDeployment) => {
  const path = `/${nameInEnvironment(config.contextPath, config.environment)}`;
  return {
    id: row.id,
    apiId: row.api_id,
    name: config.name,
    env: config.environment,
    auth: config.authentication,
    contextPath: config.contextPath,
    path,
    url: join(row.api_url, path),
    tokenUrl: config.authentication === 'apikey' ? null : tokenUrlOf(row.api_ssl_url, path),
    state: row.state,
    operationId: row.operation_id,
    upstreamUrl: config.upstreamUrl,
    kongServer: { id: row.gateway_id, name: row.gateway_name },
    outage: row.outage && { since: new Date(row.outage.since).toISOString(), waiting: row.outage.waiting },
    removals: row.removing_since && {
      keys: Number(row.removing_keys),
      since: row.removing_since.toISOString(),
    },
    drift: {
      lost: row.lost_objects && {
        objects: [...new Set(row.lost_objects.map(({ label }) => label))],
        intactAt: row.intact_at?.toISOString() ?? null,
        putBackAt: row.put_back_at?.toISOString() ?? null,
      },
      // The last release says them as they are, each once.
      foreign: row.foreign_objects.map(({ kind, id, name }) => name || `${kind} ${id}`),
      added: row.foreign_objects.map(({ kind, name, key }) => ({
        effect: effectOf(kind, name, key !== null),
        name,
        key,
      })),
      open: Number(row.open_differences),
    },
    approval: row.approval,
    moving: row.moving && {
      isLeader: row.moving.isLeader,
      id: row.moving.id,
      url: join(row.moving.api_url, `/${nameInEnvironment(row.moving.context_path, config.environment)}`),
      gateway: row.moving.gateway as string | null,
    },
    isReadOnly: row.is_read_only,
    oAuth2Config: { tokenExpiration: config.tokenExpiration },
    rateLimit: {
      ...rateLimitOf(config),
      redis: config.redis ? { id: config.redis.resourceId, name: config.redis.name } : null,
    },
    protection: {
      addresses: config.allowedAddresses?.length ?? 0,
      bots: config.refusesBots,
      transforms: transformsRequests(config.requestTransformer) || config.responseTransformer !== null,
      cors: Boolean(config.cors),
      lockedRevision: config.lockdown?.revision ?? null,
    },
  } satisfies DeploymentRow;
};

/** Returns a deployment's row for callers, without what is behind the gateway. */
export const callersRowOf = (row: StoredDeployment): DeploymentRow => {
  const { moving, ...shown } = rowOf(row);
  return {
    ...shown,
    moving: moving && { ...moving, gateway: null },
    rateLimit: { ...rateLimitOf(row.config), redis: null },
    upstreamUrl: null,
    kongServer: null,
    outage: null,
    removals: null,
    approval: null,
    drift: null,
  };
};
