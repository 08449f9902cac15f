import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { Consumer, ConsumerCommand, ConsumerConfig, ConsumerEvent, KnownConsumer } from './consumer.ts';
import { currentConfig } from './current-config.ts';
import { secretsOf } from './secrets.ts';

/** An end is named by those settings only that have one before or after: the last release reads and writes the others. */
const settingsOf = ({ nickname, rateLimit, requestTransformer, endsAt }: ConsumerConfig, other = endsAt) => ({
  nickname,
  rateLimit,
  requestTransformer,
  ...(endsAt || other ? { endsAt: endsAt ?? null } : {}),
});

type Request = Extract<ConsumerCommand, { type: 'RequestChange' | 'RequestRotation' | 'EndPrevious' }>;

/** Decides changes of a key that is not removed. */
const request = (command: Request, state: KnownConsumer): Decision<ConsumerEvent> => {
  const { consumerId, deploymentId, apiId, organizationId } = state;
  const subject = { consumerId, operationId: command.data.operationId, deploymentId, apiId, organizationId };
  if (!state.applied) return refuse('conflict', { code: 'consumer.not-active' });
  const now = currentConfig(state);
  switch (command.type) {
    case 'RequestChange': {
      const next = { ...now, ...command.data };
      const [from, to] = [settingsOf(now, next.endsAt), settingsOf(next, now.endsAt)];
      return [{ type: 'ConsumerChangeRequested', data: { ...subject, from, to } }];
    }
    case 'RequestRotation': {
      if (now.previous) return refuse('conflict', { code: 'consumer.rotation-under-way' });
      const { credentials, until } = command.data;
      const generation = now.generation + 1;
      return [{ type: 'CredentialRotationRequested', data: { ...subject, credentials, generation, until } }];
    }
    case 'EndPrevious': {
      const { dueBy } = command.data;
      if (!now.previous) return dueBy === null ? refuse('conflict', { code: 'consumer.no-rotation' }) : [];
      // The old key is the only one that works until its successor is on the gateway: end it afterwards.
      if (dueBy !== null && (state.status === 'changing' || Date.parse(now.previous.until) > Date.parse(dueBy)))
        return [];
      const { generation } = now.previous;
      const reason = dueBy === null ? 'early' : 'due';
      return [{ type: 'PreviousCredentialsEnded', data: { ...subject, generation, reason } }];
    }
    default:
      return command satisfies never;
  }
};

const decide = (command: ConsumerCommand, state: Consumer): Decision<ConsumerEvent> => {
  if (command.type === 'RequestConsumer') {
    if (state.status !== 'none') return refuse('conflict', { code: 'consumer.exists' });
    const { endsAt, ...data } = command.data;
    return [{ type: 'ConsumerRequested', data: { ...data, ...(endsAt ? { endsAt } : {}) } }];
  }
  if (command.type === 'ConfirmUndeployment') {
    return state.status === 'none' || state.status === 'removed'
      ? []
      : [{ type: 'ConsumerRemoved', data: { consumerId: state.consumerId, ...command.data } }];
  }
  if (state.status === 'none' || state.status === 'removed') return command.type === 'EndDue' ? [] : notFound();
  const isGoing = state.status === 'removing';
  if (command.type === 'RevealCredentials') {
    if (isGoing || !state.applied) return notFound();
    const secrets = secretsOf(state.applied.credentials);
    return [{ type: 'CredentialRevealed', data: { consumerId: state.consumerId, secrets } }];
  }
  const { operationId } = command.data;
  const subject = { consumerId: state.consumerId, operationId };
  const isCurrent = state.operationId === operationId;
  const isUnderWay = state.status === 'adding' || state.status === 'changing';
  switch (command.type) {
    case 'RequestChange':
    case 'RequestRotation':
    case 'EndPrevious':
      return isGoing ? notFound() : request(command, state);
    case 'ConfirmConsumer':
      return isCurrent && (isUnderWay || state.status === 'failed') ? [{ type: 'ConsumerApplied', data: subject }] : [];
    case 'FailConsumer':
      return isCurrent && isUnderWay ? [{ type: 'ConsumerFailed', data: subject }] : [];
    case 'RequestRemoval': {
      if (isGoing) return notFound();
      const { deploymentId, apiId, organizationId } = state;
      return [{ type: 'ConsumerRemovalRequested', data: { ...subject, deploymentId, apiId, organizationId } }];
    }
    case 'EndDue': {
      const { endsAt } = currentConfig(state);
      if (isGoing || !endsAt || Date.parse(endsAt) > Date.parse(command.data.dueBy)) return [];
      const { deploymentId, apiId, organizationId } = state;
      return [{ type: 'ConsumerRemovalRequested', data: { ...subject, deploymentId, apiId, organizationId, endsAt } }];
    }
    case 'ConfirmRemoval':
      return isCurrent && isGoing ? [{ type: 'ConsumerRemoved', data: subject }] : [];
    default:
      return command satisfies never;
  }
};

const changing = (state: KnownConsumer, operationId: string, change: Partial<ConsumerConfig>): KnownConsumer => ({
  ...state,
  status: 'changing',
  operationId,
  wanted: { ...currentConfig(state), ...change },
});

const evolve = (state: Consumer, event: ConsumerEvent): Consumer => {
  if (event.type === 'ConsumerRequested') {
    const { nickname, rateLimit, requestTransformer, endsAt, credentials, copyOf: _copyOf, ...rest } = event.data;
    const settings = { nickname, rateLimit, requestTransformer, ...(endsAt ? { endsAt } : {}) };
    const wanted = { ...settings, credentials, generation: 1, previous: null };
    return { status: 'adding', ...rest, wanted, applied: null, sealed: secretsOf(credentials) };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ConsumerChangeRequested': {
      const { operationId, to } = event.data;
      const { endsAt } = to;
      return {
        ...changing(state, operationId, to),
        // The gateway knows no end: it counts at once, also when the change of the other settings fails.
        applied: state.applied && endsAt !== undefined ? { ...state.applied, endsAt } : state.applied,
      };
    }
    case 'CredentialRotationRequested': {
      const { operationId, credentials, generation, until } = event.data;
      const before = currentConfig(state);
      const previous = { credentials: before.credentials, generation: before.generation, until };
      return {
        ...changing(state, operationId, { credentials, generation, previous }),
        sealed: [...state.sealed, ...secretsOf(credentials)],
      };
    }
    case 'PreviousCredentialsEnded':
      return {
        ...changing(state, event.data.operationId, { previous: null }),
        // They never come back, even when a later change fails.
        applied: state.applied && { ...state.applied, previous: null },
      };
    case 'ConsumerApplied':
      return { ...state, status: 'active', applied: state.wanted };
    case 'ConsumerFailed':
      return { ...state, status: 'failed' };
    case 'ConsumerRemovalRequested':
      return { ...state, status: 'removing', operationId: event.data.operationId, ended: true };
    case 'ConsumerRemoved':
      return { ...state, status: 'removed', applied: null };
    default:
      return state;
  }
};

export const consumerDecider: Decider<Consumer, ConsumerCommand, ConsumerEvent> = {
  noun: 'consumer',
  initialState: { status: 'none' },
  decide,
  evolve,
};
