import { type Kysely, sql } from 'kysely';
import { listDecidedDeletions, listDeletionRequests } from '#domain/organization/deletion-calls.ts';
import { type DeletionListQuery, deletionPageSize } from '#domain/organization/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Csv, listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

/** Selects requests with the person who asked or, of decided ones, who decided. */
const deletions = (db: Kysely<ReadTables>, decided: boolean) =>
  db
    .selectFrom('organization_deletions as deletion')
    .leftJoin('users as person', 'person.id', decided ? 'deletion.decided_by' : 'deletion.requested_by')
    .leftJoin('users as requester', 'requester.id', 'deletion.requested_by')
    .where('deletion.action', decided ? 'is not' : 'is', null)
    .selectAll('deletion')
    .select([
      'person.firstname',
      'person.lastname',
      'person.email',
      'person.sort_firstname',
      'person.sort_lastname',
      'person.sort_email',
      fullName('requester').as('requester_name'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof deletions>['execute']>>[number];

const rowOf = (row: Row) => ({
  id: row.id,
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  user: row.decided_by ?? row.requested_by,
  firstname: row.firstname ?? '',
  lastname: row.lastname ?? '',
  email: row.email ?? '',
  updatedAt: row.updated_at.toISOString(),
});

const grantOf = (row: Row) => ({
  ...rowOf(row),
  action: row.action ?? 'denied',
  requestedBy: row.requester_name,
  operationId: row.operation_id,
});

const listOf = (decided: boolean) =>
  pageOf((db, { words, id }: Given<{ words: string | undefined; id: number | undefined }>) =>
    deletions(db, decided)
      .$if(words !== undefined, (list) =>
        list.where(
          sql<boolean>`fold_text(concat_ws(chr(10), deletion.organization_name, ${fullName('person')}, person.email)) like ${words}`,
        ),
      )
      .$if(id !== undefined, (list) => list.where(sql<boolean>`deletion.id = ${id}`)),
  );
const readRequests = listOf(false);
const readGrants = listOf(true);

const orders = {
  id: 'id',
  organizationName: 'sort_organization',
  firstname: 'sort_firstname',
  lastname: 'sort_lastname',
  email: 'sort_email',
  updatedAt: 'updated_at',
} as const satisfies Record<DeletionListQuery['sort'], string>;

const wanted = ({ page, sort, order }: DeletionListQuery, size: number) => ({ page, size, sort: orders[sort], order });

const columns: Csv<ReturnType<typeof rowOf>>['columns'] = {
  Id: ({ id }) => String(id),
  Organization: ({ organizationName }) => organizationName,
  'First name': ({ firstname }) => firstname,
  'Last name': ({ lastname }) => lastname,
  'E-mail': ({ email }) => email,
  'Updated at': ({ updatedAt }) => updatedAt,
};

/** What both lists have. */
const list = {
  action: 'organization.list-deletions',
  pageSize: deletionPageSize,
} as const;

export const organizationDeletionQueries = [
  ...listRoutes(listDeletionRequests, {
    ...list,
    summary: 'Requests to delete an organization that wait for a decision',
    read: async ({ actor, query, services }, size) => {
      authorizeOpenly(actor, list.action);
      const words = containing(query.search);
      const { rows, total } = await readRequests(services.db, { words, id: query.id }, wanted(query, size));
      return { requests: rows.map(rowOf), total, page: query.page };
    },
    rowsOf: ({ requests }) => requests,
    csv: { name: 'organization-deletion-requests.csv', columns },
  }),
  ...listRoutes(listDecidedDeletions, {
    ...list,
    summary: 'Requests to delete an organization that were approved, denied or withdrawn',
    read: async ({ actor, query, services }, size) => {
      authorizeOpenly(actor, list.action);
      const words = containing(query.search);
      const { rows, total } = await readGrants(services.db, { words, id: query.id }, wanted(query, size));
      return { grants: rows.map(grantOf), total, page: query.page };
    },
    rowsOf: ({ grants }) => grants,
    csv: {
      name: 'organization-deletion-grants.csv',
      columns: {
        ...columns,
        'Requested by': ({ requestedBy }) => requestedBy,
        Action: ({ action }) => action,
      },
    },
  }),
];
