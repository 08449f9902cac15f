import type { EventDefinition } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { type OperationKind, operationKinds } from '#domain/operation/operation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/** What an operation at the gateway is about. */
export type GatewaySubject = Readonly<{
  kind: Exclude<OperationKind, 'generate-code' | 'delete-api'>;
  deploymentId: number;
  consumerId?: number;
}>;
/** Everything else about generated code is in the stream that its operation names. */
export type CodeSubject = Readonly<{ kind: 'generate-code'; apiId: number }>;
export type ApiSubject = Readonly<{ kind: 'delete-api'; apiId: number }>;

/** What an operation is about. */
export type Subject = GatewaySubject | CodeSubject | ApiSubject;

/**
 * What the queue carries: ids, nothing that could be stale or secret (reliability E1).
 *
 * @property subject absent after a replay, whose event does not say it; the worker looks it up.
 */
export type OperationJob = Readonly<{ operationId: string; replay: number; subject?: Subject }>;

/** The queue takes no second job of the same id. BullMQ allows no `:` in it. */
export const jobIdOf = ({ operationId, replay }: OperationJob): string => `op-${operationId}-r${replay}`;

const definitionOf = (type: string): EventDefinition | undefined =>
  (eventCatalogue as Record<string, EventDefinition>)[type];
const isKind = (text: string | undefined): text is OperationKind => operationKinds.some((kind) => kind === text);

/** The request that an event makes of the workers; undefined when it makes none. */
export const requestIn = (event: RecordedEvent): { operationId: string; subject: Subject } | undefined => {
  const kind = definitionOf(event.type)?.requests;
  if (!isKind(kind) || event.fault !== undefined) return undefined;
  const { operationId, apiId, deploymentId, consumerId } = event.data as {
    operationId: string;
    apiId: number;
    deploymentId: number;
    consumerId?: number;
  };
  if (kind === 'generate-code' || kind === 'delete-api') return { operationId, subject: { kind, apiId } };
  return { operationId, subject: { kind, deploymentId, ...(consumerId === undefined ? {} : { consumerId }) } };
};

/** The job that an event asks for: of a request, or of a replay. */
export const jobIn = (event: RecordedEvent): OperationJob | undefined => {
  const request = requestIn(event);
  if (request) return { ...request, replay: 0 };
  const known = event as unknown as PorticoEvent;
  if (known.type !== 'OperationReplayRequested' || event.fault !== undefined) return undefined;
  return { operationId: event.stream.slice('operation-'.length), replay: known.data.replay };
};
