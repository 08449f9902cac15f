import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';

type NamedApi = { id: number; name: string };
type NamedDeployment = { id: number; subject: string; environment: Environment };

/** What operations are called after; kept when the API or the deployment is gone. No query needs them. */
export const operationApisTable: TableDefinition<NamedApi> = {
  name: 'operation_apis',
  key: ['id'],
  columns: { id: 'integer not null', name: 'text not null' },
  prefetch: { id: byField('apiId') },
};

export const operationDeploymentsTable: TableDefinition<NamedDeployment> = {
  name: 'operation_deployments',
  key: ['id'],
  columns: { id: 'integer not null', subject: 'text not null', environment: 'text not null' },
  prefetch: { id: byField('deploymentId') },
};

export const operationSubjects: ProjectionPart = {
  tables: [anyTable(operationApisTable), anyTable(operationDeploymentsTable)],
  on: {
    ApiPublished: ({ data }, batch) => batch.rows(operationApisTable).put({ id: data.apiId, name: data.details.name }),
    ApiDetailsChanged: ({ data }, batch) => batch.rows(operationApisTable).put({ id: data.apiId, name: data.to.name }),
    DeploymentRequested: ({ data }, batch) => {
      const { contextPath, environment } = data.to;
      batch
        .rows(operationDeploymentsTable)
        .put({ id: data.deploymentId, subject: nameInEnvironment(contextPath, environment), environment });
    },
  },
};
