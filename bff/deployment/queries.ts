import { type Kysely, sql } from 'kysely';
import type { ApiRow } from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { getDeployment } from '#domain/deployment/calls.ts';
import { formOf } from '#domain/deployment/form-values.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorize, route } from '../http/route.ts';
import { pendingRemovals } from '../operation/shared/pending-removals.ts';
import { isReadOnlyAt } from '../resource/shared/refuse-read-only.ts';
import { fullName } from '../sql/full-name.ts';
import { type KeyReader, keyLabelFor, keyReaderOf } from '../sql/key-label-for.ts';
import { givenOf } from '../sql/statement.ts';
import { otherOfMove } from './moves.ts';
import {
  callersRowOf,
  rowOf,
  type StoredApproval,
  type StoredForeign,
  type StoredMove,
  type StoredOutage,
} from './wire.ts';

/** Days for which a deployment says that its protection was lost. Its history says it for ever. */
const lossDays = 7;
/** Others' objects that a deployment names. */
const foreignLimit = 5;

/** The change of a deployment that waits for a second person, else the approval that its form came by. */
const approvalOf = sql<StoredApproval | null>`(
  select json_build_object('id', asked.id, 'isWaiting', asked.state = 'waiting', 'by', ${fullName('person')})
  from approvals asked
    left join users person on person.id = case asked.state when 'waiting' then asked.requested_by else asked.decided_by end
  where asked.deployment_id = deployments.id
    and (asked.state = 'waiting' or asked.state = 'carried-out' and asked.operation_id = deployments.operation_id)
  order by asked.state = 'waiting' desc, asked.id desc limit 1)`;

const deployments = (db: Kysely<ReadTables>, reader: KeyReader) =>
  db
    .selectFrom('deployments')
    .innerJoin('resources', 'resources.id', 'deployments.gateway_id')
    .leftJoinLateral(
      pendingRemovals(db)
        .where('removal.place', '=', sql<string>`'deployment-' || deployments.id`)
        .select(({ fn }) => [
          fn.count<number>('removal.subject_id').distinct().as('removing_keys'),
          fn.min('removal.requested_at').as('removing_since'),
        ])
        .where('removal.subject_noun', '=', 'consumer')
        .as('removing'),
      (join) => join.onTrue(),
    )
    .leftJoin('protection_losses as loss', (join) =>
      join
        .onRef('loss.deployment_id', '=', 'deployments.id')
        .on(sql<boolean>`(loss.put_back_at is null or loss.put_back_at > now() - make_interval(days => ${lossDays}))`),
    )
    .select([
      'loss.objects as lost_objects',
      'loss.intact_at',
      'loss.put_back_at',
      sql<readonly StoredForeign[]>`(
        select coalesce(json_agg(json_build_object('kind', kind, 'id', object_id, 'name', name,
          'key', ${keyLabelFor('key_id', givenOf(reader))}) order by found_at, name), '[]')
        from (select * from foreign_objects found where found.deployment_id = deployments.id order by found_at, name
          limit ${foreignLimit}) found
      )`.as('foreign_objects'),
      sql<number>`(
        select count(*) from differences found where found.deployment_id = deployments.id and found.state = 'open'
      )`.as('open_differences'),
      // The workers keep it in tables of their own.
      sql<StoredOutage | null>`(
        select json_build_object('since', away.since, 'waiting',
          (select count(*) from waiting_operations waiting where waiting.resource = away.resource))
        from gateway_outages away where away.resource = 'gateway-' || resources.id
      )`.as('outage'),
      otherOfMove<StoredMove>().as('moving'),
      approvalOf.as('approval'),
      isReadOnlyAt('resources.id').as('is_read_only'),
      'removing.removing_keys',
      'removing.removing_since',
      'deployments.id',
      'deployments.api_id',
      'deployments.environment',
      'deployments.config',
      'deployments.state',
      'deployments.operation_id',
      'deployments.stream_version',
      'resources.id as gateway_id',
      'resources.name as gateway_name',
      'resources.api_url',
      'resources.api_ssl_url',
    ])
    // Nothing is deployed to another resource than a gateway.
    .$narrowType<{ api_url: string; api_ssl_url: string }>();

/**
 * Returns the deployments of an API that the user may see: all, or those with a key of their organization.
 *
 * @param granted whether the user's organization has access to the API (`hasAccess`).
 */
export const listDeployments = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  api: ApiRow,
  granted: boolean,
): Promise<DeploymentRow[]> => {
  const all = deployments(db, keyReaderOf(actor))
    .where('deployments.api_id', '=', api.id)
    .orderBy('deployments.environment')
    .orderBy('deployments.id');
  const resource = { applicationId: api.bizappId, organizationId: api.organizationId };
  const opensApproval = may(actor, 'approval.read', { applicationId: api.bizappId });
  const shown = may(actor, 'deployment.read', resource) ? rowOf : callersRowOf;
  const read = (row: Parameters<typeof rowOf>[0]) =>
    shown(opensApproval || !row.approval ? row : { ...row, approval: { ...row.approval, id: null } });
  if (may(actor, 'deployment.list', { ...resource, granted })) return (await all.execute()).map(read);
  const keyed = db.selectFrom('consumers').select('deployment_id').where('organization_id', '=', actor.organizationId);
  return (await all.where('deployments.id', 'in', keyed).execute()).map(read);
};

/** Returns the target of each deployment. For the portal's own use: not every user may see it. */
export const targetsOf = async (db: Kysely<ReadTables>, apiId: number): Promise<ReadonlyMap<number, string>> => {
  const rows = await db.selectFrom('deployments').select(['id', 'config']).where('api_id', '=', apiId).execute();
  return new Map(rows.map(({ id, config }) => [id, config.upstreamUrl]));
};

/**
 * Returns a deployment with its application and organization, or undefined.
 *
 * @param reader whose keys whoever reads its drift may know.
 */
export const findDeployment = async (db: Kysely<ReadTables>, id: number, reader: KeyReader = {}) => {
  const row = await deployments(db, reader)
    .innerJoin('apis', 'apis.id', 'deployments.api_id')
    .select([
      'apis.application_id',
      'apis.organization_id',
      'apis.name as api_name',
      'apis.state as api_state',
      'apis.revision',
    ])
    .where('deployments.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...rowOf(row),
      ...formOf(row),
      revision: row.revision,
      basedOn: row.stream_version,
      applicationId: row.application_id,
      organizationId: row.organization_id,
      apiName: row.api_name,
      apiState: row.api_state,
    }
  );
};

export const deploymentQueries = [
  route(getDeployment, {
    action: 'deployment.read',
    summary: 'One deployment, as the deploy form edits it',
    handle: async ({ services, actor, parameters: { id } }) => {
      const found = await findDeployment(services.db, id, keyReaderOf(actor));
      if (!found) throw new RefusedError(notFound());
      const { applicationId, organizationId, apiName: _name, apiState: _state, ...deployment } = found;
      authorize(actor, 'deployment.read', { applicationId, organizationId });
      return deployment;
    },
  }),
];
