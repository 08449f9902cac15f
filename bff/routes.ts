import { distinctPaths } from '#domain/core/distinct.ts';
import { accessCommands } from './access/commands.ts';
import { accessQueries } from './access/queries.ts';
import { apiVersionQueries } from './api/api-version.ts';
import { apiCommands } from './api/commands.ts';
import { deleteApiCommands } from './api/delete-api.ts';
import { deletedApiQueries } from './api/deleted-apis.ts';
import { lintCommands } from './api/lint.ts';
import { apiQueries } from './api/queries.ts';
import { specQueries } from './api/spec.ts';
import { callPathQueries } from './api-details/call-paths.ts';
import { apiDetailQueries } from './api-details/queries.ts';
import { applicationCommands } from './application/commands.ts';
import { applicationQueries } from './application/queries.ts';
import { businessAreaRoutes } from './business-area/routes.ts';
import { codeGenerationRoutes } from './code-generation/commands.ts';
import { consumerCommands } from './consumer/commands.ts';
import { consumerChangeCommands } from './consumer/consumer-change.ts';
import { credentialViewQueries } from './consumer/credential-views.ts';
import { consumerQueries } from './consumer/queries.ts';
import { deploymentCommands } from './deployment/commands.ts';
import { deploymentPreviewQueries } from './deployment/deployment-preview.ts';
import { gatewayConfigQueries } from './deployment/gateway-config.ts';
import { deploymentQueries } from './deployment/queries.ts';
import { documentationQueries } from './documentation/queries.ts';
import { apiHistoryQueries } from './history/queries.ts';
import type { Route } from './http/route.ts';
import { setupCommands } from './installation/commands.ts';
import { setupQueries } from './installation/queries.ts';
import { issueCommands } from './issue/commands.ts';
import { issueQueries } from './issue/queries.ts';
import { keyLimitCommands } from './key-limit/commands.ts';
import { noticeCommands } from './notice/commands.ts';
import { noticeQueries } from './notice/queries.ts';
import { operationCommands } from './operation/commands.ts';
import { operationQueries } from './operation/queries.ts';
import { organizationRoutes } from './organization/routes.ts';
import { organizationDetailQueries } from './organization-details/queries.ts';
import { overviewQueries } from './overview/queries.ts';
import { ownRequestQueries } from './own-request/queries.ts';
import { parkedStreamQueries } from './parked-stream/queries.ts';
import { registrationCommands } from './registration/commands.ts';
import { registrationQueries } from './registration/queries.ts';
import { requestRoutes } from './request/queries.ts';
import { environmentQueries } from './resource/environments.ts';
import { resourceQueries } from './resource/queries.ts';
import { tryItRoutes } from './try-it/commands.ts';
import { userCommands } from './user/commands.ts';
import { manageUserCommands } from './user/manage-commands.ts';
import { myDataQueries } from './user/my-data.ts';
import { userQueries } from './user/queries.ts';
import { roleChangeQueries } from './user/role-changes.ts';
import { userListQueries } from './user/user-list.ts';

/** Every call under `/api`. This list is mounted, described in OpenAPI and checked by the authorization test. */
export const routes: readonly Route[] = distinctPaths(
  [
    ...userQueries,
    ...userCommands,
    ...userListQueries,
    ...manageUserCommands,
    ...roleChangeQueries,
    ...organizationRoutes,
    ...organizationDetailQueries,
    ...myDataQueries,
    ...applicationQueries,
    ...applicationCommands,
    ...businessAreaRoutes,
    ...registrationQueries,
    ...registrationCommands,
    ...environmentQueries,
    ...resourceQueries,
    ...apiQueries,
    ...apiDetailQueries,
    ...apiCommands,
    ...deleteApiCommands,
    ...deletedApiQueries,
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
    ...keyLimitCommands,
    ...credentialViewQueries,
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
    ...tryItRoutes,
    ...setupQueries,
    ...parkedStreamQueries,
    ...setupCommands,
  ],
  ({ method, path }) => `${method} ${path}`,
);
