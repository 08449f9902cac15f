import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { boolean, integer, nullable, text } from './engine/column.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import type { Rows } from './engine/rows.ts';
import { byField, table } from './engine/table.ts';

/** The things that entries of the history are about, with their last names. Rows stay after a deletion. */
export const historyApisTable = table('history_apis', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    version: text(),
    operations: integer(),
    organization_id: integer(),
    deleted: boolean(),
  },
  prefetch: { id: byField('apiId') },
});

const historyApplicationsTable = table('history_applications', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
  },
  prefetch: { id: byField('applicationId') },
});

export const historyDeploymentsTable = table('history_deployments', {
  key: ['id'],
  columns: {
    id: integer(),
    api_id: integer(),
    subject: text(),
    environment: text<Environment>(),
  },
  prefetch: { id: byField('deploymentId') },
});

export const historyKeysTable = table('history_keys', {
  key: ['id'],
  columns: {
    id: integer(),
    api_id: integer(),
    organization_id: integer(),
    deployment_id: integer(),
    nickname: text(),
  },
  prefetch: { id: byField('consumerId') },
});

export const historyAreasTable = table('history_areas', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
  },
});

/** Whatever has entries of its own, as `resource-3`, with the name and organization that its last event said. */
export const historyThingsTable = table('history_things', {
  key: ['thing'],
  columns: {
    thing: text(),
    name: text(),
    organization_id: nullable(integer()),
  },
  prefetch: { thing: ({ stream, data: { apiId } }) => (apiId === undefined ? [stream] : [stream, `api-${apiId}`]) },
});

/** Which organization a person belongs to. */
const historyPeopleTable = table('history_people', {
  key: ['id'],
  columns: { id: integer(), organization_id: integer() },
  prefetch: { id: byField('userId') },
});

/** Gateways by their names, for what moves to one. */
export const historyGatewaysTable = table('history_gateways', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
  },
});

const change = async <R extends object>(rows: Rows<R>, id: number, columns: Partial<R>): Promise<void> => {
  const row = await rows.get(id);
  if (row) rows.put({ ...row, ...columns });
};

/** Returns the organization that a thing belongs to before the event; null for a thing of the portal. */
export const organizationOf = async (batch: Batch, noun: string, id: number): Promise<number | null> => {
  if (noun === 'organization') return id;
  if (noun === 'application') return (await batch.rows(historyApplicationsTable).get(id))?.organization_id ?? null;
  if (noun === 'user') return (await batch.rows(historyPeopleTable).get(id))?.organization_id ?? null;
  if (noun === 'api') return (await batch.rows(historyApisTable).get(id))?.organization_id ?? null;
  return null;
};

/** Runs after the entries are written, because they read the state before the event. */
export const historySubjects = {
  tables: [
    historyApisTable,
    historyApplicationsTable,
    historyDeploymentsTable,
    historyKeysTable,
    historyAreasTable,
    historyGatewaysTable,
    historyThingsTable,
    historyPeopleTable,
  ],
  on: {
    UserRegistered: ({ data }, batch) =>
      batch.rows(historyPeopleTable).put({ id: data.userId, organization_id: data.organizationId }),
    UserMoved: ({ data }, batch) => batch.rows(historyPeopleTable).put({ id: data.userId, organization_id: data.to }),
    BusinessAreaAdded: ({ data }, batch) =>
      batch.rows(historyAreasTable).put({ id: data.businessAreaId, name: data.name }),
    BusinessAreaChanged: ({ data }, batch) =>
      batch.rows(historyAreasTable).put({ id: data.businessAreaId, name: data.to.name }),
    GatewayRegistered: ({ data }, batch) =>
      batch.rows(historyGatewaysTable).put({ id: data.resourceId, name: data.name }),
    GatewayChanged: ({ data }, batch) => batch.rows(historyGatewaysTable).put({ id: data.resourceId, name: data.name }),
    ApplicationRegistered: ({ data: { applicationId: id, organizationId } }, batch) =>
      batch.rows(historyApplicationsTable).put({ id, organization_id: organizationId }),
    ApplicationMoved: ({ data }, batch) =>
      change(batch.rows(historyApplicationsTable), data.applicationId, { organization_id: data.to }),
    ApiPublished: ({ data: { apiId: id, organizationId, details, spec } }, batch) =>
      batch.rows(historyApisTable).put({
        id,
        name: details.name,
        version: spec.version,
        operations: spec.operations,
        organization_id: organizationId,
        deleted: false,
      }),
    ApiDetailsChanged: ({ data }, batch) => change(batch.rows(historyApisTable), data.apiId, { name: data.to.name }),
    ApiSpecChanged: ({ data: { apiId, spec } }, batch) =>
      change(batch.rows(historyApisTable), apiId, { version: spec.version, operations: spec.operations }),
    ApiDeleted: ({ data }, batch) => change(batch.rows(historyApisTable), data.apiId, { deleted: true }),
    DeploymentRequested: ({ data: { deploymentId: id, apiId, to } }, batch) =>
      batch.rows(historyDeploymentsTable).put({
        id,
        api_id: apiId,
        subject: nameInEnvironment(to.contextPath, to.environment),
        environment: to.environment,
      }),
    ConsumerRequested: ({ data }, batch) =>
      batch.rows(historyKeysTable).put({
        id: data.consumerId,
        api_id: data.apiId,
        organization_id: data.organizationId,
        deployment_id: data.deploymentId,
        nickname: data.nickname,
      }),
    ConsumerChangeRequested: ({ data }, batch) =>
      change(batch.rows(historyKeysTable), data.consumerId, { nickname: data.to.nickname }),
  },
} satisfies ProjectionPart;
