import { type Kysely, sql } from 'kysely';
import type { ApprovalDetail, ApprovalRow } from '#domain/approval/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { nameInEnvironment } from '#domain/core/environment.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';

/** Selects requests with the names of what they are about. */
export const selectApprovals = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('approvals')
    .leftJoin('apis', 'apis.id', 'approvals.api_id')
    .leftJoin('resources as place', 'place.id', 'approvals.gateway_id')
    .leftJoin('users as requester', 'requester.id', 'approvals.requested_by')
    .leftJoin('users as decider', 'decider.id', 'approvals.decided_by')
    .leftJoin('users as subject', 'subject.id', 'approvals.user_id')
    .leftJoin('organizations as home', 'home.id', 'subject.organization_id')
    .leftJoin('registrations as denied', 'denied.id', 'approvals.registration_id')
    .select([
      'approvals.id',
      'approvals.kind',
      'approvals.state',
      'approvals.environment',
      'approvals.requested_by',
      'approvals.requested_at',
      'approvals.expires_at',
      'approvals.hash',
      'approvals.plan',
      'approvals.api_id',
      'approvals.deployment_id',
      'approvals.gateway_id',
      'approvals.context_path',
      'approvals.operation_id',
      'approvals.basis',
      'approvals.operations',
      'approvals.reason',
      'approvals.user_id',
      'approvals.registration_id',
      'approvals.from_roles',
      'approvals.to_roles',
      'approvals.enables',
      'approvals.decided_by',
      'approvals.decided_at',
      'approvals.note',
      'approvals.lapse',
      'apis.name as api_name',
      'apis.application_id',
      'apis.organization_id',
      'place.name as gateway_name',
      fullName('requester').as('requester_name'),
      fullName('decider').as('decider_name'),
      fullName('subject').as('subject_name'),
      fullName('denied').as('denied_name'),
      'subject.email as subject_email',
      'subject.active as subject_active',
      'subject.issuer as subject_issuer',
      'subject.deleted_at as subject_deleted_at',
      'home.name as subject_organization',
      'denied.email as denied_email',
      'denied.company as denied_company',
      sql<string>`coalesce(approvals.environment, '')`.as('sort_environment'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectApprovals>['execute']>>[number];

/** What the authorization table looks at. A rule belongs to no application. */
export const resourceOf = (row: Pick<Row, 'api_id' | 'application_id' | 'requested_by'>) => ({
  ...(row.api_id !== null && { apiId: row.api_id }),
  applicationId: row.application_id,
  userId: row.requested_by,
});

/** Returns whom a change is about. */
const personOf = (row: Row): ApprovalRow['person'] => {
  if (row.user_id === null) return null;
  return { id: row.user_id, name: row.registration_id === null ? row.subject_name : row.denied_name };
};

/** Returns who the person of a change is, as far as they are not erased. */
export const aboutOf = (row: Row): ApprovalDetail['about'] => {
  if (row.denied_email !== null)
    return { email: row.denied_email, organization: row.denied_company ?? '', standing: 'denied' };
  if (row.subject_email === null) return null;
  const joined = row.subject_issuer === null ? 'not-joined' : 'active';
  const here = row.subject_active ? joined : 'disabled';
  const standing = row.subject_deleted_at ? 'deleted' : here;
  return { email: row.subject_email, organization: row.subject_organization ?? '', standing };
};

export const rowOf = (row: Row, actor: Actor): ApprovalRow => {
  const isWaiting = row.state === 'waiting';
  const resource = resourceOf(row);
  const isOwn = row.requested_by === actor.userId;
  const { api_id: apiId, gateway_id: gatewayId } = row;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    environment: row.environment,
    api: apiId === null ? null : { id: apiId, name: row.api_name ?? '' },
    deploymentId: row.deployment_id,
    path:
      row.context_path === '' || row.environment === null
        ? ''
        : `/${nameInEnvironment(row.context_path, row.environment)}`,
    gateway: gatewayId === null ? null : { id: gatewayId, name: row.gateway_name ?? '' },
    isNew: row.kind === 'deployment' && row.basis === null,
    operations: row.operations,
    person: personOf(row),
    enables: row.enables,
    ofRequest: row.registration_id !== null,
    requestedBy: { id: row.requested_by, name: row.requester_name },
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name },
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    lapse: row.lapse,
    operationId: row.state === 'carried-out' ? row.operation_id : null,
    may: {
      decide: isWaiting && !isOwn && row.user_id !== actor.userId && may(actor, 'approval.decide', resource),
      withdraw: isWaiting && isOwn && may(actor, 'approval.withdraw', resource),
    },
  };
};

/** Returns a request that the actor may read. @throws RefusedError 404 */
export const findApproval = async (db: Kysely<ReadTables>, actor: Actor, id: number): Promise<Row> => {
  const row = await selectApprovals(db).where('approvals.id', '=', id).executeTakeFirst();
  const isOpen = (found: Row) =>
    may(actor, 'approval.read', resourceOf(found)) || (found.kind === 'replay' && may(actor, 'approval.read-replay'));
  if (!row || !isOpen(row)) throw new RefusedError(notFound());
  return row;
};
