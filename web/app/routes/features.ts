import type { FeatureScreens } from '../../components/layout/screen.ts';
import { accessScreens } from '../../features/access/screens.ts';
import { apiScreens } from '../../features/api/screens.ts';
import { applicationScreens } from '../../features/application/screens.ts';
import { approvalScreens } from '../../features/approval/screens.ts';
import { asOfScreens } from '../../features/as-of/screens.ts';
import { auditScreens } from '../../features/audit/screens.ts';
import { businessAreaScreens } from '../../features/business-area/screens.ts';
import { consumerScreens } from '../../features/consumer/screens.ts';
import { consumerReportScreens } from '../../features/consumer-report/screens.ts';
import { deploymentScreens } from '../../features/deployment/screens.ts';
import { differenceScreens } from '../../features/difference/screens.ts';
import { documentationScreens } from '../../features/documentation/screens.ts';
import { editorScreens } from '../../features/editor/screens.ts';
import { eventCategoryScreens } from '../../features/event-category/screens.ts';
import { eventTopicScreens } from '../../features/event-topic/screens.ts';
import { gatewayObjectScreens } from '../../features/gateway-object/screens.ts';
import { requestScreens } from '../../features/gateway-request/screens.ts';
import { helpScreens } from '../../features/help/screens.ts';
import { historyScreens } from '../../features/history/screens.ts';
import { inboxScreens } from '../../features/inbox/screens.ts';
import { issueScreens } from '../../features/issue/screens.ts';
import { noticeScreens } from '../../features/notice/screens.ts';
import { operationScreens } from '../../features/operation/screens.ts';
import { organizationScreens } from '../../features/organization/screens.ts';
import { overviewScreens } from '../../features/overview/screens.ts';
import { peopleScreens } from '../../features/people/screens.ts';
import { registrationScreens } from '../../features/registration/screens.ts';
import { resourceScreens } from '../../features/resource/screens.ts';
import { reviewRoundScreens } from '../../features/review-round/screens.ts';
import { settingsScreens } from '../../features/settings/screens.ts';
import { takeOverScreens } from '../../features/take-over/screens.ts';
import { tryItScreens } from '../../features/try-it/screens.ts';
import { userScreens } from '../../features/user/screens.ts';
import { versionScreens } from '../../features/version/screens.ts';
import { whyNotScreens } from '../../features/why-not/screens.ts';
import { joinedScreens } from './joined-screens.ts';

/** The features that need a login, in the order of the menus. */
export const features: readonly FeatureScreens[] = [
  userScreens,
  noticeScreens,
  inboxScreens,
  approvalScreens,
  helpScreens,
  apiScreens,
  organizationScreens,
  businessAreaScreens,
  resourceScreens,
  peopleScreens,
  applicationScreens,
  registrationScreens,
  editorScreens,
  documentationScreens,
  historyScreens,
  deploymentScreens,
  accessScreens,
  settingsScreens,
  auditScreens,
  asOfScreens,
  operationScreens,
  whyNotScreens,
  issueScreens,
  overviewScreens,
  gatewayObjectScreens,
  takeOverScreens,
  differenceScreens,
  requestScreens,
  consumerReportScreens,
  consumerScreens,
  versionScreens,
  tryItScreens,
  joinedScreens,
  eventCategoryScreens,
  eventTopicScreens,
  reviewRoundScreens,
];
