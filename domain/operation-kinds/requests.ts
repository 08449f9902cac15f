import { joined } from '../core/distinct.ts';
import { kindOf, type OperationKind, operationKinds } from './operation-kinds.ts';

const requests: Readonly<Record<string, OperationKind>> = joined(
  'request for an operation',
  operationKinds.map((kind) => ({ [kindOf(kind).requestedBy]: kind })),
);

/** Returns the kind of operation that an event requests; undefined: none. */
export const kindRequestedBy = (eventType: string): OperationKind | undefined =>
  Object.hasOwn(requests, eventType) ? requests[eventType] : undefined;
