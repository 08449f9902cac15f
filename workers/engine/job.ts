import { hostname } from 'node:os';
import type { EventDefinition } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { type OperationKind, operationKinds } from '#domain/operation/operation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/** The ids that a request, or a row of the read table, has of what it is about. */
type Ids = Readonly<{ apiId: number; deploymentId: number; consumerId?: number | null }>;

/**
 * What follows from what operations are about.
 *
 * @property subject the ids that carry it.
 * @property lease   its name; one operation at a time has it.
 * @property stream  where the request stands.
 */
type OperationTarget<Carried> = Readonly<{
  subject: (ids: Ids) => Carried;
  lease: (subject: Carried) => string;
  stream: (operationId: string, subject: Carried) => string;
}>;

const aboutDeployment: OperationTarget<Readonly<{ deploymentId: number; consumerId?: number }>> = {
  subject: ({ deploymentId, consumerId }) => ({ deploymentId, ...(consumerId == null ? {} : { consumerId }) }),
  lease: ({ deploymentId }) => `deployment-${deploymentId}`,
  stream: (_operationId, { deploymentId, consumerId }) =>
    consumerId === undefined ? streamOf('deployment', deploymentId) : streamOf('consumer', consumerId),
};

/** What a reconciliation found is in the stream that its operation names. */
const aboutReconciliation: typeof aboutDeployment = {
  ...aboutDeployment,
  stream: (operationId) => streamOf('reconciliation', operationId),
};

/** Everything else about generated code is in the stream that its operation names. A machine has other work too. */
const aboutCode: OperationTarget<Readonly<{ apiId: number }>> = {
  subject: ({ apiId }) => ({ apiId }),
  lease: () => `machine-${hostname()}`,
  stream: (operationId) => streamOf('code-generation', operationId),
};

const aboutApi: OperationTarget<Readonly<{ apiId: number }>> = {
  subject: ({ apiId }) => ({ apiId }),
  lease: ({ apiId }) => `api-${apiId}`,
  stream: (_operationId, { apiId }) => streamOf('api', apiId),
};

/** What operations of each kind are about. */
const abouts = {
  deploy: aboutDeployment,
  undeploy: aboutDeployment,
  'add-consumer': aboutDeployment,
  'update-consumer': aboutDeployment,
  'rotate-credentials': aboutDeployment,
  'end-credentials': aboutDeployment,
  'remove-consumer': aboutDeployment,
  reconcile: aboutReconciliation,
  'generate-code': aboutCode,
  'delete-api': aboutApi,
} as const satisfies Record<OperationKind, typeof aboutDeployment | typeof aboutCode | typeof aboutApi>;

type SubjectOf<Kind extends OperationKind> = Readonly<{ kind: Kind }> & ReturnType<(typeof abouts)[Kind]['subject']>;

export type CodeSubject = SubjectOf<'generate-code'>;
export type ApiSubject = SubjectOf<'delete-api'>;
/** Of an operation at the gateway. */
export type GatewaySubject = SubjectOf<Exclude<OperationKind, CodeSubject['kind'] | ApiSubject['kind']>>;

/** Whether an operation is about something on a gateway. */
export const isAtGateway = (subject: Subject): subject is GatewaySubject => 'deploymentId' in subject;

/** What an operation is about. */
export type Subject = GatewaySubject | CodeSubject | ApiSubject;

/** A subject is of its own kind, which is more than the types can follow. */
const aboutOf = (kind: OperationKind): OperationTarget<Subject> => abouts[kind] as unknown as OperationTarget<Subject>;

export const subjectOf = (kind: OperationKind, ids: Ids): Subject =>
  ({ ...aboutOf(kind).subject(ids), kind }) as Subject;
/** The name of the lease that an operation needs. */
export const leaseOf = (subject: Subject): string => aboutOf(subject.kind).lease(subject);
/** Where the request stands. */
export const streamOfRequest = (operationId: string, subject: Subject): string =>
  aboutOf(subject.kind).stream(operationId, subject);

/**
 * What the queue carries: ids, nothing that could be stale or secret (requirement E1).
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
  const ids = event.data as Ids & { operationId: string };
  return { operationId: ids.operationId, subject: subjectOf(kind, ids) };
};

/** The job that an event asks for: of a request, or of a replay. */
export const jobIn = (event: RecordedEvent): OperationJob | undefined => {
  const request = requestIn(event);
  if (request) return { ...request, replay: 0 };
  const known = event as unknown as PorticoEvent;
  if (known.type !== 'OperationReplayRequested' || event.fault !== undefined) return undefined;
  return { operationId: event.stream.slice('operation-'.length), replay: known.data.replay };
};
