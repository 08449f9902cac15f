import type { Deployment, DeploymentConfig } from './deployment.ts';

/** Returns the configuration that a deployment serves; undefined when it serves none. */
export const servedBy = (deployment: Deployment): DeploymentConfig | undefined => {
  if (deployment.status === 'deployed') return deployment.wanted;
  if (deployment.status === 'deploying' || deployment.status === 'failed') return deployment.previous ?? undefined;
  return undefined;
};
