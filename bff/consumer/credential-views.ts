import { type Kysely, sql } from 'kysely';
import {
  type CredentialViewListQuery,
  type CredentialViewPage,
  credentialViewListQuery,
  credentialViewPage,
} from '#domain/consumer/credential-view.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { csvFile, csvLimit } from '../http/csv.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

type Filters = Readonly<{ organizationId: number | undefined; words: string | undefined }>;

const readViews = pageOf((db, { organizationId, words }: Given<Filters>) =>
  db
    .selectFrom('credential_views')
    .leftJoin('organizations', 'organizations.id', 'credential_views.organization_id')
    .leftJoin('users', 'users.id', 'credential_views.user_id')
    .leftJoin('organizations as own', 'own.id', 'users.organization_id')
    .$if(organizationId !== undefined, (list) =>
      list.where('credential_views.organization_id', '=', organizationId as NonNullable<typeof organizationId>),
    )
    .$if(words !== undefined, (list) =>
      list.where(
        sql<boolean>`lower(concat_ws(chr(10), organizations.name, ${fullName('users')}, users.email, own.name,
          credential_views.consumer_name, credential_views.api_name, credential_views.client_address)) like ${words}`,
      ),
    )
    .selectAll('credential_views')
    .select([
      'organizations.name as organization_name',
      'own.name as viewer_organization',
      'users.firstname',
      'users.lastname',
      'users.email',
      'organizations.sort_name as sort_organization',
      sql<string>`lower(users.lastname)`.as('sort_lastname'),
      sql<string>`lower(credential_views.consumer_name)`.as('sort_consumer'),
    ]),
);

const orders = {
  organizationName: 'sort_organization',
  lastname: 'sort_lastname',
  email: 'email',
  consumerName: 'sort_consumer',
  ipAddress: 'client_address',
  processAt: 'viewed_at',
} as const satisfies Record<CredentialViewListQuery['sort'], string>;

const listViews = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  { page, sort, order, search }: CredentialViewListQuery,
  size: number,
): Promise<CredentialViewPage> => {
  const filters = {
    organizationId: may(actor, 'record.list-all') ? undefined : actor.organizationId,
    words: containing(search),
  };
  const { rows, total } = await readViews(db, filters, { page, size, sort: orders[sort], order });
  return {
    records: rows.map((row) => ({
      id: row.id,
      consumerId: row.consumer_id,
      consumerName: row.consumer_name,
      apiName: row.api_name,
      env: row.environment,
      organizationName: row.organization_name ?? '',
      firstname: row.firstname ?? '',
      lastname: row.lastname ?? '',
      email: row.email ?? '',
      viewerOrganizationName: row.viewer_organization ?? '',
      ipAddress: row.client_address,
      processAt: row.viewed_at.toISOString(),
    })),
    total,
    page,
  };
};

/** Rows on a page. */
const pageSize = 10;

export const credentialViewQueries = [
  route({
    method: 'get',
    path: '/api/view-consumer-list',
    action: 'record.list',
    summary: "Who saw the secret of which key, ten a page; to an external auditor those of their organization's keys",
    query: credentialViewListQuery,
    response: credentialViewPage,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'record.list');
      return await listViews(services.db, actor, query, pageSize);
    },
  }),
  route({
    method: 'get',
    path: '/api/view-consumer-list/download',
    limit: 'export',
    action: 'record.list',
    summary: 'The same list as CSV',
    query: credentialViewListQuery,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'record.list');
      const { records } = await listViews(services.db, actor, { ...query, page: 0 }, csvLimit);
      return csvFile('viewed-keys.csv', [
        [
          'Viewed at',
          'Viewer',
          'E-mail',
          "Viewer's organization",
          'Address',
          'Key',
          'API',
          'Environment',
          'Organization',
        ],
        ...records.map((row) => [
          row.processAt,
          fullNameOf(row.firstname, row.lastname),
          row.email,
          row.viewerOrganizationName,
          row.ipAddress,
          row.consumerName || String(row.consumerId),
          row.apiName,
          row.env ?? '',
          row.organizationName,
        ]),
      ]);
    },
  }),
];
