import { type Expression, type Kysely, sql } from 'kysely';
import type { CredentialViewListQuery, CredentialViewPage } from '#domain/consumer/credential-view.ts';
import { listCredentialViews } from '#domain/consumer/credential-view-calls.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { listRoutes } from '../http/list-routes.ts';
import { growingPageOf } from '../http/page.ts';
import { authorizeOpenly } from '../http/route.ts';
import { containingQuickly } from '../sql/containing.ts';
import type { Given } from '../sql/statement.ts';

type Filters = Readonly<{ organizationId: number | undefined; words: readonly string[] | undefined }>;

/** Finds the viewers and organizations with the words first. They are few, and the views are many. */
const withWords = (words: Expression<unknown>) => sql<boolean>`(
  credential_views.search like any(${words}::text[])
  or credential_views.organization_id in (select id from organizations where sort_name like any(${words}::text[]))
  or credential_views.user_id in (
    select viewer.id from (select distinct user_id from credential_views) as view
    join users as viewer on viewer.id = view.user_id left join organizations on organizations.id = viewer.organization_id
    where viewer.search like any(${words}::text[]) or organizations.sort_name like any(${words}::text[])))`;

const readViews = growingPageOf((db, { organizationId, words }: Given<Filters>) =>
  db
    .selectFrom('credential_views')
    .leftJoin('organizations', 'organizations.id', 'credential_views.organization_id')
    .leftJoin('users', 'users.id', 'credential_views.user_id')
    .leftJoin('organizations as own', 'own.id', 'users.organization_id')
    .$if(organizationId !== undefined, (list) =>
      list.where('credential_views.organization_id', '=', organizationId as NonNullable<typeof organizationId>),
    )
    .$if(words !== undefined, (list) => list.where(withWords(words as NonNullable<typeof words>)))
    .selectAll('credential_views')
    .select([
      'organizations.name as organization_name',
      'own.name as viewer_organization',
      'users.firstname',
      'users.lastname',
      'users.email',
      'organizations.sort_name as sort_organization',
      'users.sort_lastname',
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
  { sort, search, ...query }: CredentialViewListQuery,
  size: number,
): Promise<CredentialViewPage> => {
  const filters = {
    organizationId: may(actor, 'record.list-all') ? undefined : actor.organizationId,
    words: containingQuickly(search),
  };
  const { rows, ...place } = await readViews(db, filters, {
    ...query,
    size,
    sort: orders[sort],
    filled: ['viewed_at', 'sort_consumer'],
  });
  return {
    records: rows.map((row) => ({
      id: row.id,
      consumerId: row.consumer_id,
      subscriptionId: row.subscription_id,
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
    ...place,
  };
};

/** Rows on a page. */
const pageSize = 10;

export const credentialViewQueries = [
  ...listRoutes(listCredentialViews, {
    action: 'record.list',
    summary: "Who saw the secret of which key, ten a page; to an external auditor those of their organization's keys",
    pageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'record.list');
      return await listViews(services.db, actor, query, size);
    },
    rowsOf: ({ records }) => records,
    csv: {
      name: 'viewed-keys.csv',
      columns: {
        'Viewed at': ({ processAt }) => processAt,
        Viewer: ({ firstname, lastname }) => fullNameOf(firstname, lastname),
        'E-mail': ({ email }) => email,
        "Viewer's organization": ({ viewerOrganizationName }) => viewerOrganizationName,
        Address: ({ ipAddress }) => ipAddress,
        'Key or subscription': ({ consumerName, consumerId }) => consumerName || String(consumerId),
        'API or topic': ({ apiName }) => apiName,
        Environment: ({ env }) => env ?? '',
        Organization: ({ organizationName }) => organizationName,
      },
    },
  }),
];
