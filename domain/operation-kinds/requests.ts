import { compose } from '../core/compose.ts';
import { kindOf, type OperationKind, operationKinds } from './operation-kinds.ts';

const requests: Readonly<Record<string, OperationKind>> = compose(
  'requests for operations',
  ...operationKinds.map((kind) => ({ [kindOf(kind).requestedBy]: kind })),
);

/** Returns the kind of operation that an event requests; undefined: none. */
export const kindRequestedBy = (eventType: string): OperationKind | undefined =>
  Object.hasOwn(requests, eventType) ? requests[eventType] : undefined;
