import { joined } from '#domain/core/distinct.ts';
import type { OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import { apiWork } from './api/operations.ts';
import { applicationWork } from './application/operations.ts';
import { codeGenerationWork } from './code-generation/operations.ts';
import { consumerWork } from './consumer/operations.ts';
import { deploymentWork } from './deployment/operations.ts';
import { differenceWork } from './difference/operations.ts';
import { driftWork } from './drift/operations.ts';
import type { OperationWork, WorkOf } from './engine/handler.ts';
import { eventSubscriptionWork } from './event-subscription/operations.ts';
import { eventTopicWork } from './event-topic/operations.ts';
import { gatewayObjectWork } from './gateway-object/operations.ts';
import { kafkaDifferenceWork } from './kafka-difference/operations.ts';
import { keyLimitWork } from './key-limit/operations.ts';
import { mailWork } from './mail/operations.ts';
import { organizationWork } from './organization/operations.ts';
import { reconciliationWork } from './reconciliation/operations.ts';
import { suspensionWork } from './suspension/operations.ts';
import { takeOverWork } from './take-over/operations.ts';

const work: WorkOf<OperationKind> = joined('work', [
  deploymentWork,
  consumerWork,
  codeGenerationWork,
  apiWork,
  applicationWork,
  eventTopicWork,
  eventSubscriptionWork,
  reconciliationWork,
  driftWork,
  differenceWork,
  kafkaDifferenceWork,
  organizationWork,
  suspensionWork,
  keyLimitWork,
  gatewayObjectWork,
  takeOverWork,
  mailWork,
]);

/** Returns how workers carry out operations of a kind. */
export const workOf = (kind: OperationKind): OperationWork => work[kind];
