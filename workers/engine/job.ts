import type { OperationSubject } from '#domain/core/operation-kind.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { kindOf, type OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import { kindRequestedBy } from '#domain/operation-kinds/requests.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/** What an operation of a kind is about. */
export type Subject = OperationSubject & Readonly<{ kind: OperationKind }>;

type Ids = Readonly<Record<string, unknown>>;

/** @param ids the data of the request. */
const subjectOf = (kind: OperationKind, ids: Ids): Subject => ({ kind, ...kindOf(kind).about(ids) });

/**
 * A job in the queue. It has only ids, nothing that could be outdated or secret (requirement E1).
 *
 * @property about absent after a replay, because its event lacks it; the worker looks it up.
 * @property cancels it was cancelled: a job of its own, because the next attempt may wait for hours.
 */
export type OperationJob = Readonly<{
  operationId: string;
  replay: number;
  about?: Subject;
  cancels?: true;
}>;

/** Returns the id of a job. The queue accepts no second job with the same id. BullMQ allows no `:` in it. */
export const jobIdOf = ({ operationId, replay, cancels }: OperationJob): string =>
  `op-${operationId}-r${replay}${cancels ? '-cancel' : ''}`;

/** Returns an event's request for the workers; undefined when it has none. */
export const requestIn = ({
  type,
  data,
}: RecordedEvent<PorticoEvent>): { operationId: string; about: Subject } | undefined => {
  const kind = kindRequestedBy(type);
  if (!kind) return undefined;
  const ids = data as Ids & Readonly<{ operationId: string }>;
  return { operationId: ids.operationId, about: subjectOf(kind, ids) };
};

/** Returns the job for an event that is a request, a replay or a cancellation. */
export const jobIn = (event: RecordedEvent<PorticoEvent>): OperationJob | undefined => {
  const request = requestIn(event);
  if (request) return { ...request, replay: 0 };
  if (event.type !== 'OperationReplayRequested' && event.type !== 'OperationCancelRequested') return undefined;
  const operationId = event.stream.slice('operation-'.length);
  const { replay } = event.data;
  return event.type === 'OperationCancelRequested' ? { operationId, replay, cancels: true } : { operationId, replay };
};
