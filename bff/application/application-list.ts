import { type Kysely, sql } from 'kysely';
import type * as z from 'zod';
import type { ApplicationListQuery, applicationPage } from '#domain/application/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { containing } from '../sql/containing.ts';
import { ownersInForce } from '../sql/owners-in-force.ts';
import type { Given } from '../sql/statement.ts';

type Filters = Readonly<{
  organizationId: number | undefined;
  external: boolean | undefined;
  words: string | undefined;
  unowned: true | undefined;
  /** For those of the user: their organization and the applications that they own. */
  ownOrganizationId: number | undefined;
  ownApps: number[] | undefined;
}>;

/** Whether nobody owns an application, and no address is expected to. */
const isUnowned = (db: Kysely<ReadTables>) =>
  sql<boolean>`(not exists ${ownersInForce(db)
    .select('users.id')
    .whereRef('application_owners.application_id', '=', sql.ref('applications.id'))}
    and not exists ${db
      .selectFrom('application_addresses')
      .select('address_id')
      .whereRef('application_id', '=', sql.ref('applications.id'))
      .where('purpose', '=', 'owner')
      .where('in_force', '=', true)})`;

const readApplicationsPage = pageOf((db, filters: Given<Filters>) => {
  const { organizationId, external, words, unowned, ownOrganizationId, ownApps } = filters;
  return db
    .selectFrom('applications')
    .innerJoin('organizations', 'organizations.id', 'applications.organization_id')
    .$if(organizationId !== undefined, (list) =>
      list.where('applications.organization_id', '=', organizationId as NonNullable<typeof organizationId>),
    )
    .$if(external !== undefined, (list) =>
      list.where('applications.external', '=', external as NonNullable<typeof external>),
    )
    .$if(words !== undefined, (list) =>
      list.where('applications.sort_name', 'like', words as NonNullable<typeof words>),
    )
    .$if(unowned !== undefined, (list) => list.where(isUnowned(db)))
    .$if(ownOrganizationId !== undefined, (list) =>
      list.where(({ eb, or }) =>
        or([
          eb('applications.organization_id', '=', ownOrganizationId as NonNullable<typeof ownOrganizationId>),
          sql<boolean>`applications.id = any(${ownApps})`,
        ]),
      ),
    )
    .selectAll('applications')
    .select((columns) => [
      'organizations.name as organization_name',
      'organizations.sort_name as sort_organization',
      isUnowned(db).as('unowned'),
      columns
        .selectFrom('apis')
        .whereRef('apis.application_id', '=', 'applications.id')
        .select(({ fn }) => fn.countAll<number>().as('apis'))
        .as('apis'),
    ]);
});

const orders = {
  id: 'id',
  name: 'sort_name',
  orgname: 'sort_organization',
  createdAt: 'created_at',
} as const satisfies Record<ApplicationListQuery['sort'], string>;

/** Returns a page of applications: all for an administrator, else those of the user and their organization. */
export const readApplications = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  { page, sort, order, name, orgId, my, type, owners }: ApplicationListQuery,
  size: number,
): Promise<z.output<typeof applicationPage>> => {
  const isOwn = my || !may(actor, 'application.list-all');
  const filters = {
    organizationId: orgId,
    external: type === '' ? undefined : type === '1',
    words: containing(name),
    unowned: owners === 'none' || undefined,
    ownOrganizationId: isOwn ? actor.organizationId : undefined,
    ownApps: isOwn ? [...actor.ownerApps] : undefined,
  };
  const { rows, total } = await readApplicationsPage(db, filters, { page, size, sort: orders[sort], order });
  return {
    apps: rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      external: row.external,
      organizationId: row.organization_id,
      orgname: row.organization_name,
      apis: Number(row.apis),
      state: row.state,
      owned: actor.ownerApps.includes(row.id),
      unowned: row.unowned,
      createdAt: row.created_at.toISOString(),
    })),
    total,
    page,
  };
};
