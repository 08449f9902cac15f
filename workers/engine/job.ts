import { hostname } from 'node:os';
import { streamOf } from '#domain/core/id.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit.ts';
import { type OperationKind, operationKinds } from '#domain/operation/operation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/** The ids in a request, or in a row of the read table. */
type Ids = Readonly<{
  operationId: string;
  apiId: number;
  deploymentId: number;
  consumerId?: number | null;
  applicationId?: number | null;
  organizationId?: number | null;
}>;

/**
 * How operations of a kind find their target.
 *
 * @property subject returns the target's ids.
 * @property lease   returns the name of the lease that one operation at a time has.
 * @property stream  returns the stream of the request.
 */
type OperationTarget<Carried> = Readonly<{
  subject: (ids: Ids) => Carried;
  lease: (subject: Carried) => string;
  stream: (operationId: string, subject: Carried) => string;
}>;

/** @property organizationId the operation is about this organization's keys on the deployment. */
type DeploymentTarget = Readonly<{ deploymentId: number; consumerId?: number; organizationId?: number }>;

const deploymentTarget: OperationTarget<DeploymentTarget> = {
  subject: ({ deploymentId, consumerId }) => ({ deploymentId, ...(consumerId == null ? {} : { consumerId }) }),
  lease: ({ deploymentId }) => `deployment-${deploymentId}`,
  stream: (_operationId, { deploymentId, consumerId }) =>
    consumerId === undefined ? streamOf('deployment', deploymentId) : streamOf('consumer', consumerId),
};

/** The request of a reconciliation is in a stream of its own, named after the operation. */
const reconciliationTarget: typeof deploymentTarget = {
  ...deploymentTarget,
  stream: (operationId) => streamOf('reconciliation', operationId),
};

/** The request for an organization's keys on a deployment is in a stream of its own, named after the operation. */
const keysTarget: typeof deploymentTarget = {
  ...deploymentTarget,
  subject: ({ deploymentId, organizationId }) => ({ deploymentId, organizationId: organizationId ?? 0 }),
  stream: (operationId) => streamOf('suspension', operationId),
};

/** The request for the limit of an organization's keys is in the limit's stream. */
const limitTarget: typeof deploymentTarget = {
  ...keysTarget,
  stream: (_operationId, { deploymentId, organizationId = 0 }) =>
    streamOf('key-limit', keyLimitIdOf(deploymentId, organizationId)),
};

const organizationTarget: OperationTarget<Readonly<{ organizationId: number }>> = {
  subject: ({ organizationId }) => ({ organizationId: organizationId ?? 0 }),
  lease: ({ organizationId }) => streamOf('organization', organizationId),
  stream: (_operationId, { organizationId }) => streamOf('organization', organizationId),
};

/**
 * The request of a generation is in a stream of its own, named after the operation. Only one runs at a time on a
 * machine, to leave it free for other work.
 */
const codeTarget: OperationTarget<Readonly<{ apiId: number }>> = {
  subject: ({ apiId }) => ({ apiId }),
  lease: () => `machine-${hostname()}`,
  stream: (operationId) => streamOf('code-generation', operationId),
};

const apiTarget: OperationTarget<Readonly<{ apiId: number }>> = {
  subject: ({ apiId }) => ({ apiId }),
  lease: ({ apiId }) => `api-${apiId}`,
  stream: (_operationId, { apiId }) => streamOf('api', apiId),
};

const applicationTarget: OperationTarget<Readonly<{ applicationId: number }>> = {
  subject: ({ applicationId }) => ({ applicationId: applicationId as number }),
  lease: ({ applicationId }) => `application-${applicationId}`,
  stream: (_operationId, { applicationId }) => streamOf('application', applicationId),
};

/**
 * The request of a mail is in a stream of its own, named after the operation. At most two are sent at a time, so that a
 * slow mail server delays nothing else.
 */
const mailTarget: OperationTarget<Readonly<{ mailId: string }>> = {
  subject: ({ operationId }) => ({ mailId: operationId }),
  lease: ({ mailId }) => `mail-${Number.parseInt(mailId.slice(-1), 16) % 2}`,
  stream: (operationId) => streamOf('mail', operationId),
};

/** The target of each kind of operation. */
const targets = {
  deploy: deploymentTarget,
  undeploy: deploymentTarget,
  'add-consumer': deploymentTarget,
  'update-consumer': deploymentTarget,
  'rotate-credentials': deploymentTarget,
  'end-credentials': deploymentTarget,
  'remove-consumer': deploymentTarget,
  reconcile: reconciliationTarget,
  'generate-code': codeTarget,
  'delete-api': apiTarget,
  'delete-application': applicationTarget,
  'suspend-keys': keysTarget,
  'restore-keys': keysTarget,
  'limit-keys': limitTarget,
  'suspend-organization': organizationTarget,
  'restore-organization': organizationTarget,
  'delete-organization': organizationTarget,
  'send-mail': mailTarget,
} as const satisfies Record<
  OperationKind,
  | typeof deploymentTarget
  | typeof organizationTarget
  | typeof codeTarget
  | typeof apiTarget
  | typeof applicationTarget
  | typeof mailTarget
>;

type SubjectOf<Kind extends OperationKind> = Readonly<{ kind: Kind }> & ReturnType<(typeof targets)[Kind]['subject']>;

export type CodeSubject = SubjectOf<'generate-code'>;
export type ApiSubject = SubjectOf<'delete-api'>;
export type ApplicationSubject = SubjectOf<'delete-application'>;
export type MailSubject = SubjectOf<'send-mail'>;
export type OrganizationSubject = SubjectOf<'suspend-organization' | 'restore-organization' | 'delete-organization'>;
/** The target of an operation on a gateway. */
export type GatewaySubject = SubjectOf<
  Exclude<
    OperationKind,
    | CodeSubject['kind']
    | ApiSubject['kind']
    | ApplicationSubject['kind']
    | MailSubject['kind']
    | OrganizationSubject['kind']
  >
>;

/** Returns whether the target of an operation is on a gateway. */
export const isAtGateway = (subject: Subject): subject is GatewaySubject => 'deploymentId' in subject;

/** The target of an operation. */
export type Subject =
  | GatewaySubject
  | CodeSubject
  | ApiSubject
  | ApplicationSubject
  | MailSubject
  | OrganizationSubject;

/** Each kind gets its own subjects, which the types can't express. */
const targetOf = (kind: OperationKind): OperationTarget<Subject> =>
  targets[kind] as unknown as OperationTarget<Subject>;

export const subjectOf = (kind: OperationKind, ids: Ids): Subject =>
  ({ ...targetOf(kind).subject(ids), kind }) as Subject;
/** Returns the name of the lease that an operation needs. */
export const leaseOf = (subject: Subject): string => targetOf(subject.kind).lease(subject);
/** Returns the stream of the request. */
export const streamOfRequest = (operationId: string, subject: Subject): string =>
  targetOf(subject.kind).stream(operationId, subject);

/**
 * A job in the queue. It has only ids, nothing that could be outdated or secret (requirement E1).
 *
 * @property subject absent after a replay, because its event lacks it; the worker looks it up.
 */
export type OperationJob = Readonly<{ operationId: string; replay: number; subject?: Subject }>;

/** Returns the id of a job. The queue accepts no second job with the same id. BullMQ allows no `:` in it. */
export const jobIdOf = ({ operationId, replay }: OperationJob): string => `op-${operationId}-r${replay}`;

const isKind = (text: string | undefined): text is OperationKind => operationKinds.some((kind) => kind === text);

/** Returns an event's request for the workers; undefined when it has none. */
export const requestIn = (
  event: RecordedEvent<PorticoEvent>,
): { operationId: string; subject: Subject } | undefined => {
  const kind = eventCatalogue[event.type].requests;
  if (!isKind(kind)) return undefined;
  const ids = event.data as Ids;
  return { operationId: ids.operationId, subject: subjectOf(kind, ids) };
};

/** Returns the job for an event that is a request or a replay. */
export const jobIn = (event: RecordedEvent<PorticoEvent>): OperationJob | undefined => {
  const request = requestIn(event);
  if (request) return { ...request, replay: 0 };
  if (event.type !== 'OperationReplayRequested') return undefined;
  return { operationId: event.stream.slice('operation-'.length), replay: event.data.replay };
};
