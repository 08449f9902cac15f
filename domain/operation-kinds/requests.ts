import { joined } from '../core/distinct.ts';
import { streamOf } from '../core/id.ts';
import type { OperationSubject } from '../core/operation-kind.ts';
import { kindOf, type OperationKind, operationKinds } from './operation-kinds.ts';

const requests: Readonly<Record<string, OperationKind>> = joined(
  'request for an operation',
  operationKinds.map((kind) => ({ [kindOf(kind).requestedBy]: kind })),
);

/** Returns the kind of operation that an event requests; undefined: none. */
export const kindRequestedBy = (eventType: string): OperationKind | undefined =>
  Object.hasOwn(requests, eventType) ? requests[eventType] : undefined;

/** Returns the stream of the event that requests an operation. */
export const streamOfRequest = (
  operationId: string,
  { kind, noun, id }: Pick<OperationSubject, 'noun' | 'id'> & Readonly<{ kind: OperationKind }>,
): string => {
  const { ownStream } = kindOf(kind);
  return ownStream === undefined ? streamOf(noun, id) : streamOf(ownStream, operationId);
};
