import { accessCommands } from './commands/access.ts';
import { apiCommands } from './commands/api.ts';
import { codeGenerationRoutes } from './commands/code-generation.ts';
import { consumerCommands } from './commands/consumer.ts';
import { consumerChangeCommands } from './commands/consumer-change.ts';
import { deleteApiCommands } from './commands/delete-api.ts';
import { deploymentCommands } from './commands/deployment.ts';
import { issueCommands } from './commands/issue.ts';
import { lintCommands } from './commands/lint.ts';
import { noticeCommands } from './commands/notice.ts';
import { operationCommands } from './commands/operation.ts';
import { setupCommands } from './commands/setup.ts';
import { trialRoutes } from './commands/trial.ts';
import { userCommands } from './commands/user.ts';
import type { Route } from './http/route.ts';
import { accessQueries } from './queries/access-routes.ts';
import { apiQueries } from './queries/api.ts';
import { apiHistoryQueries } from './queries/api-history.ts';
import { apiVersionQueries } from './queries/api-version.ts';
import { applicationQueries } from './queries/application.ts';
import { businessAreaQueries } from './queries/business-area.ts';
import { callPathQueries } from './queries/call-paths.ts';
import { consumerQueries } from './queries/consumer.ts';
import { deploymentQueries } from './queries/deployment.ts';
import { deploymentPreviewQueries } from './queries/deployment-preview.ts';
import { documentationQueries } from './queries/documentation.ts';
import { environmentQueries } from './queries/environment.ts';
import { gatewayConfigQueries } from './queries/gateway-config.ts';
import { issueQueries } from './queries/issue.ts';
import { noticeQueries } from './queries/notice.ts';
import { operationQueries } from './queries/operation.ts';
import { organizationQueries } from './queries/organization.ts';
import { overviewQueries } from './queries/overview.ts';
import { ownRequestQueries } from './queries/own-request.ts';
import { requestRoutes } from './queries/requests.ts';
import { resourceQueries } from './queries/resource.ts';
import { setupQueries } from './queries/setup.ts';
import { specQueries } from './queries/spec.ts';
import { userQueries } from './queries/user.ts';

/** Every call under `/api`: mounted, described and walked by the authorization test from this one list. */
export const routes: readonly Route[] = [
  ...userQueries,
  ...userCommands,
  ...organizationQueries,
  ...applicationQueries,
  ...businessAreaQueries,
  ...environmentQueries,
  ...resourceQueries,
  ...apiQueries,
  ...apiCommands,
  ...deleteApiCommands,
  ...lintCommands,
  ...specQueries,
  ...callPathQueries,
  ...apiVersionQueries,
  ...apiHistoryQueries,
  ...documentationQueries,
  ...deploymentQueries,
  ...deploymentPreviewQueries,
  ...gatewayConfigQueries,
  ...deploymentCommands,
  ...consumerQueries,
  ...consumerCommands,
  ...consumerChangeCommands,
  ...accessQueries,
  ...accessCommands,
  ...overviewQueries,
  ...operationQueries,
  ...operationCommands,
  ...requestRoutes,
  ...issueQueries,
  ...issueCommands,
  ...noticeQueries,
  ...noticeCommands,
  ...ownRequestQueries,
  ...codeGenerationRoutes,
  ...trialRoutes,
  ...setupQueries,
  ...setupCommands,
];
