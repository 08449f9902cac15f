import { listOrganizations } from '#domain/organization/calls.ts';
import { type OrganizationListQuery, organizationPageSize } from '#domain/organization/schema.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import type { Given } from '../sql/statement.ts';
import { rowOf, selectOrganizations } from './row.ts';

type Filters = Readonly<{ words: string | undefined; external: boolean | undefined }>;

const readOrganizations = pageOf((db, { words, external }: Given<Filters>) =>
  selectOrganizations(db)
    .select(['id', 'name', 'sort_name', 'external', 'description', 'contact', 'status', 'deletion_id', 'created_at'])
    .$if(external !== undefined, (list) => list.where('external', '=', external as NonNullable<typeof external>))
    .$if(words !== undefined, (list) => list.where('search', 'like', words as NonNullable<typeof words>)),
);

const orders = {
  id: 'id',
  name: 'sort_name',
  createdAt: 'created_at',
} as const satisfies Record<OrganizationListQuery['sort'], string>;

export const organizationListQueries = [
  ...listRoutes(listOrganizations, {
    action: 'organization.search',
    summary: 'The organizations, with a search and a filter by type',
    pageSize: organizationPageSize,
    read: async ({ actor, query: { page, sort, order, name, type }, services }, size) => {
      authorizeOpenly(actor, 'organization.search');
      const filters = { words: containing(name), external: type === '' ? undefined : type === '1' };
      const { rows, total } = await readOrganizations(services.db, filters, { page, size, sort: orders[sort], order });
      return { organizations: rows.map(rowOf), total, page };
    },
    rowsOf: ({ organizations }) => organizations,
    csv: {
      name: 'organizations.csv',
      columns: {
        Id: ({ id }) => String(id),
        Name: ({ name }) => name,
        Type: ({ external }) => (external ? 'External' : 'Internal'),
        Administrator: ({ contact }) => contact,
        Description: ({ description }) => description,
        Status: ({ status }) => status,
      },
    },
  }),
];
