import { accessEvents } from './access/access.ts';
import { apiEvents } from './api/api.ts';
import { applicationEvents } from './application/application.ts';
import { approvalEvents } from './approval/approval.ts';
import { approvalRuleEvents } from './approval-rule/approval-rule.ts';
import { auditExportEvents } from './audit-export/audit-export.ts';
import { auditFilterEvents } from './audit-filter/audit-filter.ts';
import { businessAreaEvents } from './business-area/business-area.ts';
import { certificateEndEvents } from './certificate-end/certificate-end.ts';
import { clockEvents } from './clock/clock.ts';
import { codeGenerationEvents } from './code-generation/code-generation.ts';
import { consumerEvents } from './consumer/consumer.ts';
import { joined } from './core/distinct.ts';
import type { EventsOf } from './core/event.ts';
import { deploymentEvents } from './deployment/deployment.ts';
import { deskCaseEvents } from './desk-case/desk-case.ts';
import { differenceEvents } from './difference/difference.ts';
import { driftEvents } from './drift/drift.ts';
import { eventCategoryEvents } from './event-category/event-category.ts';
import { eventSubscriptionEvents } from './event-subscription/event-subscription.ts';
import { eventTopicEvents } from './event-topic/event-topic.ts';
import { gatewayObjectEvents } from './gateway-object/gateway-object.ts';
import { installationEvents } from './installation/installation.ts';
import { setupEvents } from './installation/setup.ts';
import { issueEvents } from './issue/issue.ts';
import { kafkaDifferenceEvents } from './kafka-difference/kafka-difference.ts';
import { kafkaRightsEvents } from './kafka-rights/kafka-rights.ts';
import { keyEndEvents } from './key-end/key-end.ts';
import { keyLimitEvents } from './key-limit/key-limit.ts';
import { logVerificationEvents } from './log-verification/log-verification.ts';
import { mailEvents } from './mail/mail.ts';
import { operationEvents } from './operation/operation.ts';
import { organizationEvents } from './organization/organization.ts';
import { reconciliationEvents } from './reconciliation/reconciliation.ts';
import { registrationEvents } from './registration/registration.ts';
import { resourceEvents } from './resource/resource.ts';
import { reviewRoundEvents } from './review-round/review-round.ts';
import { signInEvents } from './sign-in/sign-in.ts';
import { suspensionEvents } from './suspension/suspension.ts';
import { takeOverEvents } from './take-over/take-over.ts';
import { topicMessageEvents } from './topic-message/topic-message.ts';
import { traceEvents } from './trace/trace.ts';
import { userEvents } from './user/user.ts';

/** All event types of Portico. */
export const eventCatalogue = joined('event type', [
  organizationEvents,
  userEvents,
  signInEvents,
  traceEvents,
  applicationEvents,
  businessAreaEvents,
  reviewRoundEvents,
  eventTopicEvents,
  topicMessageEvents,
  eventSubscriptionEvents,
  eventCategoryEvents,
  registrationEvents,
  apiEvents,
  deploymentEvents,
  consumerEvents,
  resourceEvents,
  installationEvents,
  setupEvents,
  operationEvents,
  deskCaseEvents,
  issueEvents,
  codeGenerationEvents,
  accessEvents,
  reconciliationEvents,
  driftEvents,
  differenceEvents,
  kafkaDifferenceEvents,
  kafkaRightsEvents,
  suspensionEvents,
  keyLimitEvents,
  keyEndEvents,
  gatewayObjectEvents,
  takeOverEvents,
  approvalEvents,
  approvalRuleEvents,
  certificateEndEvents,
  clockEvents,
  mailEvents,
  auditExportEvents,
  logVerificationEvents,
  auditFilterEvents,
]);

export type PorticoEvent = EventsOf<typeof eventCatalogue>;
