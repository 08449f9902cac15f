import { apiOperations } from '../api/operations.ts';
import { applicationOperations } from '../application/operations.ts';
import { codeGenerationOperations } from '../code-generation/operations.ts';
import { consumerOperations } from '../consumer/operations.ts';
import { joined } from '../core/distinct.ts';
import type { KindOfOperation } from '../core/operation-kind.ts';
import { deploymentOperations } from '../deployment/operations.ts';
import { differenceOperations } from '../difference/operations.ts';
import { driftOperations } from '../drift/operations.ts';
import { eventSubscriptionOperations } from '../event-subscription/operations.ts';
import { eventTopicOperations } from '../event-topic/operations.ts';
import { gatewayObjectOperations } from '../gateway-object/operations.ts';
import { kafkaDifferenceOperations } from '../kafka-difference/operations.ts';
import { keyLimitOperations } from '../key-limit/operations.ts';
import { mailOperations } from '../mail/operations.ts';
import { organizationOperations } from '../organization/operations.ts';
import { reconciliationOperations } from '../reconciliation/operations.ts';
import { suspensionOperations } from '../suspension/operations.ts';
import { takeOverOperations } from '../take-over/operations.ts';

const registered = joined('kind of operation', [
  deploymentOperations,
  consumerOperations,
  codeGenerationOperations,
  apiOperations,
  applicationOperations,
  eventTopicOperations,
  eventSubscriptionOperations,
  reconciliationOperations,
  driftOperations,
  differenceOperations,
  kafkaDifferenceOperations,
  organizationOperations,
  suspensionOperations,
  keyLimitOperations,
  gatewayObjectOperations,
  takeOverOperations,
  mailOperations,
]);

/**
 * The kinds of operation. An operation carries out a command that has an effect outside Portico. It begins with a noun's
 * `...Requested` event, which has the operation's id. All later events are in the stream `operation-<id>`.
 */
export type OperationKind = keyof typeof registered;
/** The kinds that change something at a resource. */
export type KindAtResource = {
  [Kind in OperationKind]: (typeof registered)[Kind] extends { at: string } ? Kind : never;
}[OperationKind];

const kinds: Readonly<Record<OperationKind, KindOfOperation>> = registered;

export const operationKinds = Object.keys(kinds) as OperationKind[];
export const kindOf = (kind: OperationKind): KindOfOperation => kinds[kind];

export const isRemoval = (kind: OperationKind): boolean => kinds[kind].removal === true;
/** Returns whether an operation is tried for ever, and goes before others that wait for the same resource. */
export const isLasting = (kind: OperationKind): boolean => isRemoval(kind) || kinds[kind].lasting === true;
export const isCancellable = (kind: OperationKind): boolean => kinds[kind].cancellable === true && !isLasting(kind);
export const takesBack = (kind: OperationKind): boolean => kinds[kind].takesBack === true;
export const removalKinds = operationKinds.filter(isRemoval);
export const lastingKinds = operationKinds.filter(isLasting);

export const rankOf = (kind: OperationKind): number => kinds[kind].rank ?? (isRemoval(kind) ? 1 : 0);
