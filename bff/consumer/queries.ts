import { type Kysely, sql } from 'kysely';
import { listKeys } from '#domain/consumer/calls.ts';
import type { ConsumerConfig, Credentials } from '#domain/consumer/consumer.ts';
import { currentConfig } from '#domain/consumer/current-config.ts';
import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import type { ConsumerGroup, ConsumerRow } from '#domain/consumer/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { findApi } from '../api/shared/row.ts';
import { followsNow } from '../deployment/moves.ts';
import { route } from '../http/route.ts';
import { isReadOnlyAt } from '../resource/shared/refuse-read-only.ts';
import { accessOfKey } from '../sql/access-of-key.ts';

/** Selects keys with what their rows show. */
export const selectConsumers = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('consumers')
    .innerJoin('deployments', 'deployments.id', 'consumers.deployment_id')
    .innerJoin('organizations', 'organizations.id', 'consumers.organization_id')
    .innerJoin('apis', 'apis.id', 'consumers.api_id')
    .leftJoin('credential_uses as use', (join) =>
      join.onRef('use.consumer_id', '=', 'consumers.id').onRef('use.generation', '=', 'consumers.generation'),
    )
    .leftJoin('credential_uses as previous_use', (join) =>
      join
        .onRef('previous_use.consumer_id', '=', 'consumers.id')
        .on('previous_use.generation', '=', sql<number>`consumers.generation - 1`),
    )
    .leftJoin('key_limits', (join) =>
      join
        .onRef('key_limits.deployment_id', '=', 'consumers.deployment_id')
        .onRef('key_limits.organization_id', '=', 'consumers.organization_id'),
    )
    .leftJoin('access_grants as access', accessOfKey)
    .selectAll('consumers')
    .select([
      'access.ends_at as access_ends_at',
      followsNow('consumers.deployment_id').as('follows'),
      isReadOnlyAt('deployments.gateway_id').as('is_read_only'),
      'key_limits.rate_limit as organization_limit',
      'key_limits.stream_version as organization_limit_version',
      'deployments.config as deployment_config',
      'use.last_used_at',
      'previous_use.last_used_at as previous_used_at',
      'deployments.environment',
      'deployments.authentication',
      'organizations.name as organization_name',
      'organizations.external as organization_external',
      'apis.application_id',
      'apis.application_name',
      'apis.organization_id as api_organization_id',
      'apis.state as api_state',
    ]);

export type SelectedConsumer = Awaited<ReturnType<ReturnType<typeof selectConsumers>['execute']>>[number];

/** Returns a key's resource for the authorization table: the key's organization and the API's application. */
const resourceOf = (row: SelectedConsumer) => ({
  applicationId: row.application_id,
  organizationId: row.organization_id,
  organizationExternal: row.organization_external,
  apiId: row.api_id,
});

const time = (date: Date | null | undefined) => date?.toISOString() ?? null;

const masked = ({ apiKey, oauth2 }: Credentials, lastUsed: Date | null) => ({
  apiKeyLast4: apiKey?.last4 ?? null,
  clientId: oauth2?.clientId ?? null,
  clientSecretLast4: oauth2?.clientSecret.last4 ?? null,
  lastUsed: time(lastUsed),
});

const configOf = ({ state, wanted, applied }: Pick<SelectedConsumer, 'state' | 'wanted' | 'applied'>): ConsumerConfig =>
  currentConfig({ status: state === 'change-failed' ? 'failed' : state, wanted, applied });

/** Returns the limit in force for a key, and whose it is. docs/product/keys-and-access.md has the rule. */
const limitOf = (
  rateLimit: ConsumerRateLimit | null,
  { organization_limit, deployment_config }: SelectedConsumer,
): ConsumerRow['limit'] => {
  const together = deployment_config.countsTogether === true;
  if (rateLimit) return { of: 'key', together: false, ...rateLimit };
  if (organization_limit) return { of: 'organization', together, ...organization_limit };
  const calls = deployment_config.ratePerMinute;
  return calls === null
    ? null
    : { of: 'deployment', together, window: 'minute', calls, policy: deployment_config.redis ? 'redis' : 'local' };
};

/** Returns the row of a key, masked, with what the actor may do. */
export const consumerRowOf = (row: SelectedConsumer, actor: Actor, names: GatewayNames): ConsumerRow => {
  const { credentials, previous, nickname, rateLimit, requestTransformer } = configOf(row);
  const resource = resourceOf(row);
  const isGoing = row.state === 'removing';
  // The key works, perhaps not yet with the newest settings.
  const works = row.applied !== null && !isGoing;
  // A copy is changed and ended where its original is.
  const isOwn = !row.follows;
  const mayEnd = works && isOwn && may(actor, 'consumer.change', resource);
  const mayChange = mayEnd && row.api_state === 'published';
  return {
    id: row.id,
    consumerId: row.id,
    deploymentId: row.deployment_id,
    kongConsumerId: names.consumerId(row.id),
    env: row.environment,
    auth: row.authentication,
    nickname,
    appname: row.application_name ?? '',
    state: row.state,
    operationId: row.operation_id,
    ...masked(credentials, row.last_used_at),
    rateLimit,
    limit: limitOf(rateLimit, row),
    organizationLimit: { rateLimit: row.organization_limit, basedOn: row.organization_limit_version ?? 0 },
    requestTransformer,
    endsAt: time(row.ends_at),
    accessEndsAt: time(row.access_ends_at),
    previous: previous && { ...masked(previous.credentials, row.previous_used_at), until: previous.until },
    follows: row.follows,
    isReadOnly: row.is_read_only,
    createdAt: row.created_at.toISOString(),
    basedOn: row.stream_version,
    may: {
      reveal: works && may(actor, 'consumer.reveal', resource),
      remove: !isGoing && isOwn && may(actor, 'consumer.remove', resource),
      change: mayChange,
      rotate: mayChange && !previous,
      endPrevious: mayEnd && previous !== null,
      limit: works && isOwn && row.api_state === 'published' && may(actor, 'consumer.limit', resource),
      transform: may(actor, 'consumer.transform', resource),
    },
  };
};

/** Returns a key with its resource for the authorization table, or undefined. */
export const findConsumer = async (db: Kysely<ReadTables>, id: number) => {
  const row = await selectConsumers(db).where('consumers.id', '=', id).executeTakeFirst();
  return (
    row && {
      ...resourceOf(row),
      id: row.id,
      deploymentId: row.deployment_id,
      gatewayId: row.deployment_config.gatewayId,
      apiState: row.api_state,
      follows: row.follows,
      countsInRedis: Boolean(row.deployment_config.redis),
      config: configOf(row),
      applied: row.applied,
    }
  );
};

/** @throws RefusedError for the copy of a key, which is changed and ended where its original is. */
export const refuseCopy = ({ follows }: Readonly<{ follows: boolean }>): void => {
  if (follows) throw new RefusedError(refuse('conflict', { code: 'consumer.follows' }));
};

export const consumerQueries = [
  route(listKeys, {
    action: 'consumer.list',
    summary:
      'The keys of an API grouped by organization: all for its maintainers and the administrators, else the own organization',
    handle: async ({ services, actor, query }) => {
      const api = await findApi(services.db, query.apiId);
      if (!api) throw new RefusedError(notFound());
      const seesAll = may(actor, 'consumer.list', { applicationId: api.bizappId });
      const rows = await selectConsumers(services.db)
        .where('consumers.api_id', '=', query.apiId)
        .$if(query.orgId !== undefined, (list) => list.where('consumers.organization_id', '=', query.orgId as number))
        .$if(!seesAll, (list) => list.where('consumers.organization_id', '=', actor.organizationId))
        .orderBy('organizations.name')
        .orderBy('consumers.organization_id')
        .orderBy('deployments.environment')
        .orderBy('consumers.id')
        .execute();
      const groups = new Map<number, ConsumerGroup>();
      for (const row of rows) {
        const group = groups.get(row.organization_id) ?? {
          orgId: row.organization_id,
          orgName: row.organization_name,
          isExternal: row.organization_external,
          keyLimit: services.settings.KEYS_PER_ORGANIZATION,
          deployments: [],
        };
        groups.set(row.organization_id, {
          ...group,
          deployments: [...group.deployments, consumerRowOf(row, actor, services.names)],
        });
      }
      return [...groups.values()];
    },
  }),
];
