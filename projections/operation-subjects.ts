import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { integer, text } from './engine/column.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** What operations are called after; kept when the API or the deployment is gone. No query needs them. */
export const operationApisTable = table('operation_apis', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
  },
  prefetch: { id: byField('apiId') },
});

export const operationApplicationsTable = table('operation_applications', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
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

export const operationSubjects = {
  tables: [operationApisTable, operationApplicationsTable, operationDeploymentsTable, operationOrganizationsTable],
  on: {
    OrganizationRegistered: ({ data }, batch) =>
      batch.rows(operationOrganizationsTable).put({ id: data.organizationId, name: data.name }),
    OrganizationDetailsChanged: ({ data }, batch) =>
      batch.rows(operationOrganizationsTable).put({ id: data.organizationId, name: data.to.name }),
    ApiPublished: ({ data }, batch) => batch.rows(operationApisTable).put({ id: data.apiId, name: data.details.name }),
    ApiDetailsChanged: ({ data }, batch) => batch.rows(operationApisTable).put({ id: data.apiId, name: data.to.name }),
    ApplicationRegistered: ({ data }, batch) =>
      batch.rows(operationApplicationsTable).put({ id: data.applicationId, name: data.name }),
    ApplicationDetailsChanged: ({ data }, batch) =>
      batch.rows(operationApplicationsTable).put({ id: data.applicationId, name: data.to.name }),
    DeploymentRequested: ({ data }, batch) => {
      const { contextPath, environment } = data.to;
      batch
        .rows(operationDeploymentsTable)
        .put({ id: data.deploymentId, subject: nameInEnvironment(contextPath, environment), environment });
    },
  },
} satisfies ProjectionPart;
