import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorize, authorizeOpenly } from '../../http/route.ts';

/** What an operation is about: whose it is, in the words of the authorization table. */
type Subject = Readonly<{ organizationId: number | null; applicationId: number | null }>;

/** The columns that say whose an operation is. */
type Read = Readonly<{
  kind: OperationKind;
  subject_noun: string;
  organization_id: number;
  of_organization_id: number | null;
  requested_by: number;
  requester: string;
}>;

/**
 * Checks who may read an operation: for a key, those who may list the key; for an API or an application, its organization
 * and its maintainers; and the person who requested it, as long as they are in that organization. Generated code is only
 * for the person. The requester's name is shown only to their organization, and to those who run the API or the portal.
 */
export const readable = <Row extends Read>(row: Row, actor: Actor, { organizationId, applicationId }: Subject): Row => {
  // The portal itself reconciled a key: no organization requested that.
  if (row.subject_noun === 'consumer' && row.of_organization_id === null) authorizeOpenly(actor, 'operation.list');
  const isOfOwn = row.organization_id === actor.organizationId;
  const about =
    row.kind === 'generate-code' ? {} : { applicationId, ...(organizationId !== null && { organizationId }) };
  authorize(actor, 'operation.read', { ...about, ...(isOfOwn && { userId: row.requested_by }) });
  const mayKnow = isOfOwn || may(actor, 'operation.list') || may(actor, 'consumer.list', { applicationId });
  return mayKnow ? row : { ...row, requester: '' };
};

/** The thing whose owners may read an operation: its API, or what it is about. */
const ownedKey = sql<string>`case when operations.api_id is null
  then operations.subject_noun || '-' || operations.subject_id else 'api-' || operations.api_id end`;

/** Returns an operation's plan and what it is about, also when that is deleted. */
export const planOf = (db: Kysely<ReadTables>, id: string) =>
  db
    .selectFrom('operations')
    .leftJoin('operation_subjects', (join) => join.on('operation_subjects.id', '=', ownedKey))
    .select((eb) => [
      'operations.plan',
      'operation_subjects.application_id as applicationId',
      eb.fn.coalesce('operations.of_organization_id', 'operation_subjects.organization_id').as('organizationId'),
    ])
    .where('operations.id', '=', id)
    .executeTakeFirstOrThrow();
