import { type Kysely, sql } from 'kysely';
import type { ApiOwners } from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { openedApis } from './api-filters.ts';

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]})`;

/**
 * Returns the organizations and applications that have APIs, so that the gallery's filters always find something. Looks
 * at each owner instead of each API, because there are a hundred times more APIs. An API's organization is that of its
 * application.
 *
 * @param my the user's own gallery: APIs of their organization, of the applications they maintain, and with access.
 */
export const readApiOwners = async (
  db: Kysely<ReadTables>,
  { organizationId, ownerApps }: Actor,
  my: boolean,
): Promise<ApiOwners> => {
  const opened = db.selectFrom('apis').where('apis.id', 'in', openedApis(db, organizationId));
  const [organizations, applications] = await Promise.all([
    db
      .selectFrom('organizations')
      .select(['organizations.id', 'organizations.name'])
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('apis').select('apis.id').whereRef('apis.organization_id', '=', 'organizations.id')),
      )
      .$if(my, (list) =>
        list.where(({ eb, or, selectFrom }) =>
          or([
            eb('organizations.id', '=', organizationId),
            eb(
              'organizations.id',
              'in',
              selectFrom('apis').select('apis.organization_id').where('apis.application_id', '=', anyOf(ownerApps)),
            ),
            eb('organizations.id', 'in', opened.select('apis.organization_id')),
          ]),
        ),
      )
      .execute(),
    db
      .selectFrom('applications')
      .innerJoin('organizations', 'organizations.id', 'applications.organization_id')
      .select(['applications.id', 'applications.name', 'organizations.name as orgname'])
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('apis').select('apis.id').whereRef('apis.application_id', '=', 'applications.id')),
      )
      .$if(my, (list) =>
        list.where(({ eb, or }) =>
          or([
            eb('applications.organization_id', '=', organizationId),
            eb('applications.id', '=', anyOf(ownerApps)),
            eb('applications.id', 'in', opened.select('apis.application_id').$castTo<{ application_id: number }>()),
          ]),
        ),
      )
      .execute(),
  ]);
  return { organizations: organizations.sort(byName), applications: applications.sort(byName) };
};

const order = new Intl.Collator('en').compare;

const byName = (one: { id: number; name: string }, other: { id: number; name: string }): number =>
  order(one.name, other.name) || one.id - other.id;
