import { type Kysely, sql } from 'kysely';
import type { DeletedApiListQuery, DeletedApiPage } from '#domain/api/deleted-api.ts';
import { listDeletedApis } from '#domain/api/deleted-api-calls.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { listRoutes } from '../http/list-routes.ts';
import { growingPageOf } from '../http/page.ts';
import { authorizeOpenly } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

type Filters = Readonly<{ organizationId: number | undefined; words: string | undefined }>;

const readDeleted = growingPageOf((db, { organizationId, words }: Given<Filters>) =>
  db
    .selectFrom('deleted_apis')
    .leftJoin('organizations', 'organizations.id', 'deleted_apis.organization_id')
    .leftJoin('users', 'users.id', 'deleted_apis.deleted_by')
    .where('deleted_apis.deleted_at', 'is not', null)
    .$if(organizationId !== undefined, (list) =>
      list.where('deleted_apis.organization_id', '=', organizationId as NonNullable<typeof organizationId>),
    )
    .$if(words !== undefined, (list) =>
      list.where(
        sql<boolean>`fold_text(concat_ws(chr(10), deleted_apis.name, deleted_apis.application_name, organizations.name,
          ${fullName('users')})) like ${words}`,
      ),
    )
    .select([
      'deleted_apis.id',
      'deleted_apis.name',
      'deleted_apis.version',
      'deleted_apis.application_name',
      'deleted_apis.deleted_at',
      'organizations.name as organization_name',
      'users.firstname',
      'users.lastname',
      sql<string>`fold_text(deleted_apis.name) collate "und-x-icu"`.as('sort_name'),
      'organizations.sort_name as sort_organization',
      'users.sort_lastname',
    ]),
);

const orders = {
  id: 'id',
  api: 'sort_name',
  organizationName: 'sort_organization',
  lastname: 'sort_lastname',
  deletedAt: 'deleted_at',
} as const satisfies Record<DeletedApiListQuery['sort'], string>;

const listDeleted = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  { sort, search, ...query }: DeletedApiListQuery,
  size: number,
): Promise<DeletedApiPage> => {
  const filters = {
    organizationId: may(actor, 'record.list-all') ? undefined : actor.organizationId,
    words: containing(search),
  };
  const { rows, ...place } = await readDeleted(db, filters, { ...query, size, sort: orders[sort] });
  return {
    records: rows.map((row) => ({
      id: row.id,
      api: row.name,
      version: row.version,
      organizationName: row.organization_name ?? '',
      appname: row.application_name,
      firstname: row.firstname ?? '',
      lastname: row.lastname ?? '',
      deletedAt: (row.deleted_at as Date).toISOString(),
    })),
    ...place,
  };
};

const pageSize = 10;

export const deletedApiQueries = [
  ...listRoutes(listDeletedApis, {
    action: 'record.list',
    summary: 'The APIs that were deleted, and by whom, ten a page; to an external auditor those of their organization',
    pageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'record.list');
      return await listDeleted(services.db, actor, query, size);
    },
    rowsOf: ({ records }) => records,
    csv: {
      name: 'deleted-apis.csv',
      columns: {
        Id: ({ id }) => String(id),
        API: ({ api }) => api,
        Version: ({ version }) => version,
        Application: ({ appname }) => appname,
        Organization: ({ organizationName }) => organizationName,
        'Deleted by': ({ firstname, lastname }) => fullNameOf(firstname, lastname),
        'Deleted at': ({ deletedAt }) => deletedAt,
      },
    },
  }),
];
