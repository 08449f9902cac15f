import { nameInEnvironment } from '../core/environment.ts';
import { aboutAt, gatewayNamed, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { DeploymentEvent } from './deployment.ts';

const onDeployment = ({ deploymentId }: { deploymentId: number }) => aboutAt('deployment', deploymentId);

export const deploymentOperations = {
  deploy: {
    requestedBy: 'DeploymentRequested',
    cancellable: true,
    takesBack: true,
    at: 'gateway',
    about: onDeployment,
  },
  undeploy: { requestedBy: 'UndeploymentRequested', at: 'gateway', about: onDeployment, removal: true },
} as const satisfies OperationsOf<DeploymentEvent>;

export const deploymentNames = {
  DeploymentRequested: ({ deploymentId: id, to: { contextPath, environment, gatewayId } }) => ({
    id,
    name: nameInEnvironment(contextPath, environment),
    environment,
    resource: gatewayNamed(gatewayId),
  }),
} as const satisfies SubjectNamesOf<DeploymentEvent>;
