import { distinctPaths } from '#domain/core/distinct.ts';
import { accessRoutes } from './access/routes.ts';
import { apiRoutes } from './api/routes.ts';
import { applicationRoutes } from './application/routes.ts';
import { approvalRoutes } from './approval/routes.ts';
import { approvalRuleRoutes } from './approval-rule/routes.ts';
import { asOfRoutes } from './as-of/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { auditFilterRoutes } from './audit-filter/routes.ts';
import { businessAreaRoutes } from './business-area/routes.ts';
import { codeGenerationRoutes } from './code-generation/routes.ts';
import { consumerRoutes } from './consumer/routes.ts';
import { consumerReportRoutes } from './consumer-report/routes.ts';
import { deploymentRoutes } from './deployment/routes.ts';
import { deskCaseRoutes } from './desk-case/routes.ts';
import { differenceRoutes } from './difference/routes.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { eventCategoryRoutes } from './event-category/routes.ts';
import { eventSubscriptionRoutes } from './event-subscription/routes.ts';
import { eventTopicRoutes } from './event-topic/routes.ts';
import { gatewayObjectRoutes } from './gateway-object/routes.ts';
import { requestRoutes } from './gateway-request/routes.ts';
import { historyRoutes } from './history/routes.ts';
import type { Route } from './http/route.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { installationRoutes } from './installation/routes.ts';
import { issueRoutes } from './issue/routes.ts';
import { keyLimitRoutes } from './key-limit/routes.ts';
import { logVerificationRoutes } from './log-verification/routes.ts';
import { noticeRoutes } from './notice/routes.ts';
import { operationRoutes } from './operation/routes.ts';
import { organizationRoutes } from './organization/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { ownRequestRoutes } from './own-request/routes.ts';
import { parkedStreamRoutes } from './parked-stream/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { resourceRoutes } from './resource/routes.ts';
import { reviewRoundRoutes } from './review-round/routes.ts';
import { takeOverRoutes } from './take-over/routes.ts';
import { topicMessageRoutes } from './topic-message/routes.ts';
import { tryItRoutes } from './try-it/routes.ts';
import { undoRoutes } from './undo/routes.ts';
import { userRoutes } from './user/routes.ts';
import { whyNotRoutes } from './why-not/routes.ts';

/** Every call under `/api`. This list is mounted, described in OpenAPI and checked by the authorization test. */
export const routes: readonly Route[] = distinctPaths(
  [
    ...userRoutes,
    ...organizationRoutes,
    ...applicationRoutes,
    ...businessAreaRoutes,
    ...reviewRoundRoutes,
    ...eventTopicRoutes,
    ...topicMessageRoutes,
    ...eventSubscriptionRoutes,
    ...eventCategoryRoutes,
    ...registrationRoutes,
    ...resourceRoutes,
    ...apiRoutes,
    ...historyRoutes,
    ...auditRoutes,
    ...undoRoutes,
    ...asOfRoutes,
    ...whyNotRoutes,
    ...auditFilterRoutes,
    ...documentationRoutes,
    ...deploymentRoutes,
    ...approvalRoutes,
    ...approvalRuleRoutes,
    ...consumerRoutes,
    ...keyLimitRoutes,
    ...accessRoutes,
    ...overviewRoutes,
    ...operationRoutes,
    ...deskCaseRoutes,
    ...consumerReportRoutes,
    ...gatewayObjectRoutes,
    ...takeOverRoutes,
    ...differenceRoutes,
    ...requestRoutes,
    ...issueRoutes,
    ...noticeRoutes,
    ...inboxRoutes,
    ...ownRequestRoutes,
    ...codeGenerationRoutes,
    ...tryItRoutes,
    ...installationRoutes,
    ...parkedStreamRoutes,
    ...logVerificationRoutes,
  ],
  ({ method, path }) => `${method} ${path}`,
);
