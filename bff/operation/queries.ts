import { type Kysely, sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listOperations } from '#domain/operation/calls.ts';
import { getOperation } from '#domain/operation/running-call.ts';
import { type operationListQuery, operationPageSize } from '#domain/operation/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { growingPageOf } from '../http/page.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import type { Given } from '../sql/statement.ts';
import { countRemovals } from './removals.ts';
import { operations, type Row, rowOf } from './row.ts';

/** Returns an operation, or undefined. */
export const findOperation = async (db: Kysely<ReadTables>, id: string) =>
  await operations(db).where('operations.id', '=', id).executeTakeFirst();

/** What an operation is about: whose it is, in the words of the authorization table. */
type Subject = Readonly<{ organizationId: number | null; applicationId: number | null }>;

/**
 * Checks who may read an operation: for a key, those who may list the key; for an API or an application, its organization
 * and its maintainers; and the person who requested it, as long as they are in that organization. Generated code is only
 * for the person. The requester's name is shown only to their organization, and to those who run the API or the portal.
 */
const readable = (row: Row, actor: Actor, { organizationId, applicationId }: Subject): Row => {
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

type Filters = Pick<z.output<typeof operationListQuery>, 'state' | 'kind' | 'apiId'> & { words: string | undefined };

const readOperations = growingPageOf((db, { state, kind, apiId, words }: Given<Filters>) =>
  operations(db)
    .$if(state !== undefined, (list) => list.where('operations.state', '=', state as NonNullable<typeof state>))
    .$if(kind !== undefined, (list) => list.where('operations.kind', '=', kind as NonNullable<typeof kind>))
    .$if(apiId !== undefined, (list) => list.where('operations.api_id', '=', apiId as NonNullable<typeof apiId>))
    .$if(words !== undefined, (list) => list.where('operations.search', 'like', words as NonNullable<typeof words>)),
);

const sortColumns = { requestedAt: 'requested_at', updatedAt: 'updated_at', kind: 'kind', state: 'state' } as const;
const filled = Object.values(sortColumns);

export const operationQueries = [
  route(listOperations, {
    action: 'operation.list',
    summary: 'Every operation, newest first',
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'operation.list');
      const { state, kind, apiId, name, sort, ...asked } = query;
      const filters = { state, kind, apiId, words: containing(name) };
      const wanted = { ...asked, size: operationPageSize, sort: sortColumns[sort], filled };
      const [{ rows, ...place }, removals] = await Promise.all([
        readOperations(services.db, filters, wanted),
        countRemovals(services.db),
      ]);
      return {
        operations: rows.map((row) => rowOf(row, actor, { plan: null, gateway: true })),
        ...place,
        removals,
      };
    },
  }),
  route(getOperation, {
    action: 'operation.read',
    summary: 'One operation with its steps; what it changes on the gateway for those who may open the deployment',
    handle: async ({ services, actor, parameters: { id } }) => {
      const row = await findOperation(services.db, id);
      if (!row) throw new RefusedError(notFound());
      const { plan, ...subject } = await planOf(services.db, id);
      const sees = may(actor, 'deployment.read', { applicationId: subject.applicationId });
      return rowOf(readable(row, actor, subject), actor, {
        plan: sees ? plan : null,
        gateway: sees || may(actor, 'operation.list'),
      });
    },
  }),
];
