import { type AccessPair, accessIdOfPair } from '#domain/access/access.ts';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { kindRequestedBy } from '#domain/operation-kinds/requests.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { createSeenApplications } from './view/applications.ts';
import { createSeenApprovals } from './view/approvals.ts';
import { createSeenMails } from './view/mails.ts';
import { createSeenOrganizations } from './view/organizations.ts';
import { createSeenPeople } from './view/people.ts';
import { createSeenRegistrations } from './view/registrations.ts';
import { createSeenReviewRounds } from './view/review-rounds.ts';

/** A time of this process's clock (`performance.now()`): when it saw something, which is later than it happened. */
type Moment = number;

/**
 * An operation.
 *
 * @property ends how often it ended. More than once is a fault.
 */
export type SeenOperation = {
  id: string;
  kind: string;
  apiId: number | undefined;
  deploymentId: number | undefined;
  consumerId: number | undefined;
  organizationId: number | undefined;
  requestedAt: string;
  endedAt: string | undefined;
  end: 'completed' | 'superseded' | 'failed' | 'cancelled' | undefined;
  ends: number;
  problem: string | undefined;
};

/**
 * @property open      operations about it that have not ended.
 * @property quietFrom when the end of the last one was seen.
 * @property goneFrom  when the completed removal was seen. From then on, calls to it must fail.
 */
type Subject = {
  id: number;
  open: Set<string>;
  quietFrom: Moment;
  removal: boolean;
  goneFrom: Moment | undefined;
};

/** @property targets every target that was ever requested. A call must not arrive at any other. */
export type SeenDeployment = Subject & {
  apiId: number;
  path: string;
  config: DeploymentConfig;
  targets: Set<string>;
  serves: boolean;
};
/**
 * @property secretId the value in force.
 * @property next     the value that a rotation has requested.
 * @property previous the value before, which works until somebody ends it.
 * @property retired  values that were ended, and when that was seen. From then on, calls with them must fail.
 */
export type SeenKey = Subject & {
  deploymentId: number;
  apiId: number;
  organizationId: number;
  secretId: string | undefined;
  next: string | undefined;
  previous: string | undefined;
  retired: Map<string, Moment>;
  works: boolean;
};
export type SeenApi = { id: number; name: string; deleting: boolean; gone: boolean };
export type SeenAccess = {
  pair: AccessPair;
  status: 'requested' | 'granted' | 'denied' | 'revoked';
  requestId?: number | undefined;
  grantId?: number | undefined;
};
/** An event that follows from a person's command. */
export type SeenEvent = Readonly<{ type: string; stream: string; operationId: string | undefined }>;

export const createLogView = () => {
  const apis = new Map<number, SeenApi>();
  const deployments = new Map<number, SeenDeployment>();
  const keys = new Map<number, SeenKey>();
  const accesses = new Map<string, SeenAccess>();
  const operations = new Map<string, SeenOperation>();
  const commands = new Map<string, SeenEvent[]>();
  /** The streams that have an event of a type. */
  const streams = new Map<string, Set<string>>();
  const streamsWith = (type: PorticoEvent['type']) => streams.get(type) ?? new Set<string>();
  let events = 0;
  const people = createSeenPeople();
  const organizations = createSeenOrganizations();
  const applications = createSeenApplications();
  const registrations = createSeenRegistrations();
  const mails = createSeenMails();
  const approvals = createSeenApprovals();
  const reviewRounds = createSeenReviewRounds();
  /** The value that an operation ends. */
  const ending = new Map<string, string>();

  type Ids = Readonly<Partial<Pick<SeenAccess, 'requestId' | 'grantId'>>>;
  const seeAccess = (pair: AccessPair, status: SeenAccess['status'], { requestId, grantId }: Ids): void => {
    accesses.set(accessIdOfPair(pair), { pair, status, requestId, grantId });
  };

  const keysOf = (deploymentId: number) => [...keys.values()].filter((key) => key.deploymentId === deploymentId);
  const subjectsOf = ({ deploymentId, consumerId }: SeenOperation): Subject[] => {
    const subject = consumerId === undefined ? deployments.get(deploymentId ?? 0) : keys.get(consumerId);
    return subject ? [subject] : [];
  };

  const begin = (event: RecordedEvent, kind: string): void => {
    const data = event.data as {
      operationId: string;
      apiId?: number;
      deploymentId?: number;
      consumerId?: number;
      organizationId?: number;
    };
    const operation: SeenOperation = {
      id: data.operationId,
      kind,
      apiId: data.apiId,
      deploymentId: data.deploymentId,
      consumerId: data.consumerId,
      organizationId: data.organizationId,
      requestedAt: event.meta.time,
      endedAt: undefined,
      end: undefined,
      ends: 0,
      problem: undefined,
    };
    operations.set(operation.id, operation);
    for (const subject of subjectsOf(operation)) {
      subject.open.add(operation.id);
      if (kind === 'remove-consumer' || kind === 'undeploy') subject.removal = true;
    }
  };

  const end = (event: RecordedEvent, how: NonNullable<SeenOperation['end']>, problem?: string): void => {
    const operation = operations.get(event.stream.replace(/^operation-/, ''));
    if (!operation) return;
    operation.ends += 1;
    operation.end = how;
    operation.endedAt = event.meta.time;
    operation.problem = problem;
    const now = performance.now();
    for (const subject of subjectsOf(operation)) {
      subject.open.delete(operation.id);
      subject.quietFrom = now;
      if (how === 'completed' && ['remove-consumer', 'undeploy'].includes(operation.kind)) subject.goneFrom ??= now;
    }
    const ended = ending.get(operation.id);
    if (how === 'completed' && ended) keys.get(operation.consumerId ?? 0)?.retired.set(ended, now);
    if (how === 'completed' && operation.kind === 'undeploy')
      for (const key of keysOf(operation.deploymentId ?? 0)) key.goneFrom ??= now;
  };

  const subject = (id: number): Subject => ({
    id,
    open: new Set(),
    quietFrom: performance.now(),
    removal: false,
    goneFrom: undefined,
  });

  const evolve = (event: PorticoEvent): void => {
    switch (event.type) {
      case 'ApiPublished': {
        const { apiId, details } = event.data;
        apis.set(apiId, { id: apiId, name: details.name, deleting: false, gone: false });
        return;
      }
      case 'ApiDeletionRequested':
      case 'ApiDeleted': {
        const api = apis.get(event.data.apiId);
        if (api) Object.assign(api, { deleting: true, gone: event.type === 'ApiDeleted' });
        return;
      }
      case 'DeploymentRequested': {
        const { deploymentId, apiId, to } = event.data;
        const known = deployments.get(deploymentId);
        const path = `/${nameInEnvironment(to.contextPath, to.environment)}`;
        if (!known) {
          const targets = new Set([to.upstreamUrl]);
          deployments.set(deploymentId, { ...subject(deploymentId), apiId, path, config: to, targets, serves: false });
          return;
        }
        known.config = to;
        known.targets.add(to.upstreamUrl);
        return;
      }
      case 'DeploymentApplied': {
        const deployment = deployments.get(event.data.deploymentId);
        if (deployment) deployment.serves = true;
        return;
      }
      case 'DeploymentRemoved': {
        const deployment = deployments.get(event.data.deploymentId);
        if (deployment) Object.assign(deployment, { serves: false, removal: true });
        return;
      }
      case 'ConsumerRequested': {
        const { consumerId, deploymentId, apiId, organizationId, credentials } = event.data;
        const secretId = credentials.apiKey?.secretId;
        const values = { secretId, next: undefined, previous: undefined, retired: new Map<string, Moment>() };
        const key = { ...subject(consumerId), deploymentId, apiId, organizationId, ...values, works: false };
        keys.set(consumerId, key);
        return;
      }
      case 'CredentialRotationRequested': {
        const key = keys.get(event.data.consumerId);
        if (key) key.next = event.data.credentials.apiKey?.secretId;
        return;
      }
      case 'PreviousCredentialsEnded': {
        const key = keys.get(event.data.consumerId);
        // A rotation that is not in force yet: the old value is the one in force.
        const old = key?.next ? key.secretId : key?.previous;
        if (old) ending.set(event.data.operationId, old);
        if (key) key.previous = undefined;
        return;
      }
      case 'ConsumerApplied': {
        const key = keys.get(event.data.consumerId);
        if (!key) return;
        key.works = true;
        if (!key.next) return;
        const isEnded = [...ending.values()].includes(key.secretId ?? '');
        Object.assign(key, { previous: isEnded ? undefined : key.secretId, secretId: key.next, next: undefined });
        return;
      }
      case 'ConsumerFailed': {
        const key = keys.get(event.data.consumerId);
        if (key) key.next = undefined;
        return;
      }
      case 'ConsumerRemoved': {
        const key = keys.get(event.data.consumerId);
        if (key) Object.assign(key, { works: false, removal: true });
        return;
      }
      case 'ApiAccessRequested':
      case 'EventAccessRequested':
        seeAccess(event.data, 'requested', { requestId: event.data.requestId });
        return;
      case 'ApiAccessDenied':
      case 'EventAccessDenied':
        seeAccess(event.data, 'denied', { requestId: event.data.requestId });
        return;
      case 'ApiAccessGranted':
      case 'EventAccessGranted':
        seeAccess(event.data, 'granted', { grantId: event.data.grantId });
        return;
      case 'ApiAccessRevoked':
      case 'EventAccessRevoked':
        seeAccess(event.data, 'revoked', { grantId: event.data.grantId });
        return;
      default:
        return;
    }
  };

  /** Adds the next event to the view. */
  const take = (event: RecordedEvent<PorticoEvent>): void => {
    events += 1;
    const { type, stream, meta } = event;
    evolve(event);
    for (const noun of [people, organizations, applications, registrations, mails, approvals, reviewRounds])
      noun.take(event);
    streams.set(type, streamsWith(type).add(stream));
    const kind = kindRequestedBy(type);
    if (kind) begin(event, kind);
    if (type === 'OperationCompleted') end(event, 'completed');
    if (type === 'OperationSuperseded') end(event, 'superseded');
    if (type === 'OperationCancelled') end(event, 'cancelled');
    if (type === 'OperationFailed') {
      const { class: sort, problems } = event.data as { class: string; problems: { code: string }[] };
      end(event, 'failed', `${sort}: ${problems.map(({ code }) => code).join(', ')}`);
    }
    if (meta.actor.userId === 0) return;
    const { operationId } = event.data as { operationId?: string };
    commands.set(meta.commandId, [...(commands.get(meta.commandId) ?? []), { type, stream, operationId }]);
  };

  return {
    take,
    apis,
    deployments,
    keys,
    accesses,
    operations,
    commands,
    people,
    organizations,
    applications,
    registrations,
    mails,
    approvals,
    reviewRounds,
    keysOf,
    events: () => events,
    /** Returns the ids of a noun's instances that began with one event and did not end with the other. */
    living: (begins: PorticoEvent['type'], ends: PorticoEvent['type']): number[] =>
      [...streamsWith(begins).difference(streamsWith(ends))].map((stream) => Number(stream.split('-').at(-1))),
    openOperations: () => [...operations.values()].filter(({ end }) => end === undefined),
  };
};
export type LogView = ReturnType<typeof createLogView>;
