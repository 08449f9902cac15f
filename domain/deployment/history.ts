import type { HistoryPlace } from '../core/history.ts';
import type { DeploymentEvent } from './deployment.ts';

/** The place of each event in an API's history. */
export const deploymentHistory = {
  DeploymentRequested: 'deployment',
  UndeploymentRequested: 'deployment',
  DeploymentApplied: 'outcome',
  DeploymentFailed: 'outcome',
  DeploymentRemoved: 'outcome',
} as const satisfies Record<DeploymentEvent['type'], HistoryPlace>;
