import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { integer, nullable, text } from './engine/column.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/** The names and owners of the things that operations are about. Rows stay when the API or the deployment is removed. */
export const operationApisTable = table('operation_apis', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    organization_id: integer(),
    application_id: nullable(integer()),
  },
  prefetch: { id: byField('apiId') },
});

export const operationApplicationsTable = table('operation_applications', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    organization_id: integer(),
  },
  prefetch: { id: byField('applicationId') },
});

export const operationDeploymentsTable = table('operation_deployments', {
  key: ['id'],
  columns: {
    id: integer(),
    subject: text(),
    environment: text<Environment>(),
  },
  prefetch: { id: byField('deploymentId') },
});

export const operationOrganizationsTable = table('operation_organizations', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
  },
  prefetch: { id: byField('organizationId') },
});

/** Changes columns of an existing row. */
const change = async <Of extends typeof operationApisTable | typeof operationApplicationsTable>(
  batch: Batch,
  of: Of,
  id: number,
  columns: Partial<RowOf<Of>>,
): Promise<void> => {
  const rows = batch.rows(of);
  const row = await rows.get(id);
  if (row) rows.put({ ...row, ...columns });
};

export const operationSubjects = {
  tables: [operationApisTable, operationApplicationsTable, operationDeploymentsTable, operationOrganizationsTable],
  on: {
    OrganizationRegistered: ({ data }, batch) =>
      batch.rows(operationOrganizationsTable).put({ id: data.organizationId, name: data.name }),
    OrganizationDetailsChanged: ({ data }, batch) =>
      batch.rows(operationOrganizationsTable).put({ id: data.organizationId, name: data.to.name }),
    ApiPublished: ({ data: { apiId: id, details, organizationId, applicationId } }, batch) =>
      batch
        .rows(operationApisTable)
        .put({ id, name: details.name, organization_id: organizationId, application_id: applicationId }),
    ApiDetailsChanged: ({ data }, batch) => change(batch, operationApisTable, data.apiId, { name: data.to.name }),
    ApiAssigned: ({ data: { apiId, applicationId } }, batch) =>
      change(batch, operationApisTable, apiId, { application_id: applicationId }),
    ApplicationRegistered: ({ data: { applicationId: id, name, organizationId } }, batch) =>
      batch.rows(operationApplicationsTable).put({ id, name, organization_id: organizationId }),
    ApplicationDetailsChanged: ({ data }, batch) =>
      change(batch, operationApplicationsTable, data.applicationId, { name: data.to.name }),
    ApplicationMoved: ({ data: { applicationId, to } }, batch) =>
      change(batch, operationApplicationsTable, applicationId, { organization_id: to }),
    DeploymentRequested: ({ data }, batch) => {
      const { contextPath, environment } = data.to;
      batch
        .rows(operationDeploymentsTable)
        .put({ id: data.deploymentId, subject: nameInEnvironment(contextPath, environment), environment });
    },
  },
} satisfies ProjectionPart;
