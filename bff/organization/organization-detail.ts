import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { getOrganization, getOrganizationForm } from '#domain/organization/calls.ts';
import type { OrganizationDetail } from '#domain/organization/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { consumerRowOf, selectConsumers } from '../consumer/queries.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';
import { selectOrganizations, valuesOf } from './row.ts';
import { countKeysWithoutAccess } from './switch-facts.ts';

/** Returns an organization with the request to delete it. @throws RefusedError 404 */
const findOne = async (db: Kysely<ReadTables>, id: number) => {
  const row = await selectOrganizations(db)
    .leftJoin('organization_deletions as deletion', 'deletion.id', 'organizations.deletion_id')
    .leftJoin('users as requester', 'requester.id', 'deletion.requested_by')
    .selectAll('organizations')
    .select(['deletion.requested_by', 'deletion.requested_at', fullName('requester').as('requester_name')])
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new RefusedError(notFound());
  return row;
};

const organizationOf = (row: Awaited<ReturnType<typeof findOne>>, actor: Actor): OrganizationDetail['organization'] => {
  const resource = { organizationId: row.id, organizationExternal: row.external };
  const isGoing = row.status === 'deleting';
  return {
    ...valuesOf(row),
    operationId: row.operation_id,
    deletion:
      row.deletion_id !== null && row.requested_at && row.requested_by !== null
        ? {
            id: row.deletion_id,
            requestedBy: { id: row.requested_by, name: row.requester_name },
            requestedAt: row.requested_at.toISOString(),
          }
        : null,
    may: {
      edit: !isGoing && may(actor, 'organization.save', resource),
      switch: !isGoing && may(actor, 'organization.switch', resource),
      requestDeletion: !isGoing && may(actor, 'organization.request-deletion', resource),
    },
  };
};

const applicationsOf = async (db: Kysely<ReadTables>, organizationId: number) =>
  await db
    .selectFrom('applications')
    .leftJoin('application_addresses as contact', (join) =>
      join
        .onRef('contact.application_id', '=', 'applications.id')
        .on('contact.purpose', '=', 'contact')
        .on('contact.in_force', '=', true),
    )
    .select((eb) => [
      'applications.id',
      'applications.name',
      eb.fn.coalesce('contact.email', sql<string>`''`).as('contact'),
    ])
    .where('applications.organization_id', '=', organizationId)
    .orderBy('applications.sort_name')
    .orderBy('applications.id')
    .execute();

const consumersOf = async ({ db, names }: Services, actor: Actor, organizationId: number) => {
  const rows = await selectConsumers(db)
    .select(['apis.name as api_name', 'apis.version as api_version'])
    .where('consumers.organization_id', '=', organizationId)
    .orderBy('apis.sort_name')
    .orderBy('apis.id')
    .orderBy('deployments.environment')
    .orderBy('consumers.id')
    .execute();
  return [...Map.groupBy(rows, (row) => row.api_id)].map(([apiId, keys]) => ({
    apiId,
    apiName: keys[0]?.api_name ?? '',
    apiVersion: keys[0]?.api_version ?? '',
    deployments: keys.map((row) => ({
      ...consumerRowOf(row, actor, names),
      kongConsumerName: names.consumerName(row.id),
      orgId: row.organization_id,
      orgName: row.organization_name,
    })),
  }));
};

export const organizationDetailQueries = [
  route(getOrganizationForm, {
    action: 'organization.save',
    summary: 'The values of the form of an organization',
    handle: async ({ actor, query, services }) => {
      authorizeOpenly(actor, 'organization.save');
      const row = await findOne(services.db, query.id);
      const endingKeys = row.external ? {} : { endingKeys: await countKeysWithoutAccess(services, query.id) };
      return { ...valuesOf(row), basedOn: row.stream_version, ...endingKeys };
    },
  }),
  route(getOrganization, {
    action: 'organization.read',
    summary: 'An organization with its applications and its keys, masked',
    handle: async ({ actor, parameters: { id }, services }) => {
      const row = await findOne(services.db, id);
      authorize(actor, 'organization.read', { organizationId: id });
      const [applications, consumers] = await Promise.all([
        applicationsOf(services.db, id),
        consumersOf(services, actor, id),
      ]);
      return { organization: organizationOf(row, actor), applications, consumers };
    },
  }),
];
