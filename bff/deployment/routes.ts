import { deploymentCommands } from './commands.ts';
import { deploymentPreviewQueries } from './deployment-preview.ts';
import { gatewayConfigQueries } from './gateway-config.ts';
import { deploymentMoves } from './move.ts';
import { deploymentProposals } from './proposal.ts';
import { deploymentQueries } from './queries.ts';

/** All calls, in the order in which their paths are tried. */
export const deploymentRoutes = [
  ...deploymentQueries,
  ...deploymentProposals,
  ...deploymentPreviewQueries,
  ...gatewayConfigQueries,
  ...deploymentMoves,
  ...deploymentCommands,
];
