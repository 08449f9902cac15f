import type { Kysely } from 'kysely';
import type { ApplicationApi, ApplicationDetail, ApplicationForm } from '#domain/application/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { takesNames } from '../sql/takes-names.ts';
import { readPeople } from './application-people.ts';
import type { FoundApplication } from './row.ts';

/** Returns the APIs of an application with the number of their deployments, by name. */
const apisOf = async (db: Kysely<ReadTables>, applicationId: number): Promise<ApplicationApi[]> => {
  const rows = await db
    .selectFrom('apis')
    .leftJoin('deployments', (join) => join.onRef('deployments.api_id', '=', 'apis.id').on(takesNames))
    .select(['apis.id', 'apis.name', 'apis.version', 'apis.state'])
    .select(({ fn }) => fn.count<number>('deployments.id').as('deployments'))
    .where('apis.application_id', '=', applicationId)
    .groupBy(['apis.id', 'apis.name', 'apis.version', 'apis.state', 'apis.sort_name'])
    .orderBy('apis.sort_name')
    .orderBy('apis.id')
    .execute();
  return rows.map((row) => ({ ...row, deployments: Number(row.deployments) }));
};

/** Returns how many APIs an application has, and how many deployments these have. */
export const countUses = async (
  db: Kysely<ReadTables>,
  applicationId: number,
): Promise<Readonly<{ apis: number; deployments: number }>> => {
  const apis = await apisOf(db, applicationId);
  return { apis: apis.length, deployments: apis.reduce((sum, api) => sum + api.deployments, 0) };
};

/** Returns an application for its dock. */
export const detailOf = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  row: FoundApplication,
): Promise<ApplicationDetail> => {
  const [people, apis] = await Promise.all([readPeople(db, actor, row.id), apisOf(db, row.id)]);
  const isActive = row.state === 'active';
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    external: row.external,
    organizationId: row.organization_id,
    orgname: row.organization_name,
    state: row.state,
    owned: actor.ownerApps.includes(row.id),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletion: row.deletion,
    maintainersDecide: row.maintainers_decide,
    ...people,
    apis,
    may: {
      edit: isActive && may(actor, 'application.change', row.resource),
      delete: isActive && may(actor, 'application.delete', row.resource),
      addApi: isActive && may(actor, 'api.publish', row.resource),
    },
  };
};

/** Returns the values of the form. It names no owner who left, and no address that was erased: neither can be kept by it. */
export const formOf = async (db: Kysely<ReadTables>, actor: Actor, row: FoundApplication): Promise<ApplicationForm> => {
  const [{ contact, owners }, { apis }] = await Promise.all([readPeople(db, actor, row.id), countUses(db, row.id)]);
  const isKnown = (email: string) => email.includes('@');
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    contact: isKnown(contact) ? contact : '',
    organizationId: row.organization_id,
    organization: { id: row.organization_id, name: row.organization_name },
    external: row.external,
    owners: owners.flatMap(({ ownerEmail, left }) => (isKnown(ownerEmail) && !left ? [{ ownerEmail }] : [])),
    basedOn: row.stream_version,
    maintainersDecide: row.maintainers_decide,
    mayLetDecide: may(actor, 'application.let-decide', row.resource),
    mayMove: apis === 0 && may(actor, 'application.move'),
  };
};
