import type { Kysely } from 'kysely';
import * as z from 'zod';
import { type ConsumerGroup, type ConsumerRow, consumerGroup, consumersQuery } from '#domain/consumer/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { missing, RefusedError } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/tables.ts';
import { route } from '../http/route.ts';
import { findApi } from './api.ts';

const consumers = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('consumers')
    .innerJoin('deployments', 'deployments.id', 'consumers.deployment_id')
    .innerJoin('organizations', 'organizations.id', 'consumers.organization_id')
    .innerJoin('apis', 'apis.id', 'consumers.api_id')
    .selectAll('consumers')
    .select([
      'deployments.environment',
      'deployments.authentication',
      'organizations.name as organization_name',
      'organizations.external as organization_external',
      'apis.application_id',
      'apis.application_name',
      'apis.organization_id as api_organization_id',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof consumers>['execute']>>[number];

/** What the authorization table looks at for a key: the key's organization, the API's application. */
const resourceOf = (row: Row) => ({
  applicationId: row.application_id,
  organizationId: row.organization_id,
  organizationExternal: row.organization_external,
});

const rowOf = (row: Row, actor: Actor): ConsumerRow => ({
  id: row.id,
  consumerId: row.id,
  deploymentId: row.deployment_id,
  kongConsumerId: `portico-consumer-${row.id}`,
  env: row.environment,
  auth: row.authentication,
  nickname: row.nickname,
  appname: row.application_name ?? '',
  state: row.state,
  operationId: row.operation_id,
  apiKeyLast4: row.api_key_last4,
  clientId: row.client_id,
  clientSecretLast4: row.client_secret_last4,
  createdAt: row.created_at.toISOString(),
  may: {
    reveal: row.state === 'active' && may(actor, 'consumer.reveal', resourceOf(row)),
    remove: row.state !== 'removing' && may(actor, 'consumer.remove', resourceOf(row)),
  },
});

/** One key with what decides over it and where its secrets are; undefined when there is none. */
export const findConsumer = async (db: Kysely<ReadTables>, id: number) => {
  const row = await consumers(db).where('consumers.id', '=', id).executeTakeFirst();
  return (
    row && {
      ...resourceOf(row),
      id: row.id,
      deploymentId: row.deployment_id,
      clientId: row.client_id,
      apiKeySecretId: row.api_key_secret_id,
      clientSecretId: row.client_secret_id,
    }
  );
};

export const consumerQueries = [
  route({
    method: 'get',
    path: '/api/consumers',
    action: 'consumer.list',
    summary:
      'The keys of an API grouped by organization: all for its maintainers and the administrators, else the own organization',
    query: consumersQuery,
    answer: z.array(consumerGroup),
    handle: async ({ services, actor, query }) => {
      const api = await findApi(services.db, query.apiId);
      if (!api) throw new RefusedError(missing());
      const seesAll = may(actor, 'consumer.list', { applicationId: api.bizappId });
      const rows = await consumers(services.db)
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
          deployments: [],
        };
        groups.set(row.organization_id, { ...group, deployments: [...group.deployments, rowOf(row, actor)] });
      }
      return [...groups.values()];
    },
  }),
];
