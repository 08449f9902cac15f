import {
  type OrganizationListQuery,
  organizationListQuery,
  organizationPage,
  organizationPageSize,
} from '#domain/organization/schema.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import type { Given } from '../sql/statement.ts';
import { rowOf, selectOrganizations } from './organization-row.ts';

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
  route({
    method: 'get',
    path: '/api/organizations',
    action: 'organization.search',
    summary: 'The organizations, with a search and a filter by type',
    query: organizationListQuery,
    response: organizationPage,
    handle: async ({ actor, query, services }) => {
      authorizeOpenly(actor, 'organization.search');
      const { page, sort, order, name, type } = query;
      const filters = { words: containing(name), external: type === '' ? undefined : type === '1' };
      const wanted = { page, size: organizationPageSize, sort: orders[sort], order };
      const { rows, total } = await readOrganizations(services.db, filters, wanted);
      return { organizations: rows.map(rowOf), total, page };
    },
  }),
];
