import type { Decider, Decision } from '../core/decider.ts';
import { missing, refuse } from '../core/problem.ts';
import type { Consumer, ConsumerCommand, ConsumerEvent } from './consumer.ts';

const decide = (command: ConsumerCommand, state: Consumer): Decision<ConsumerEvent> => {
  if (command.type === 'RequestConsumer') {
    return state.status === 'none'
      ? [{ type: 'ConsumerRequested', data: command.data }]
      : refuse('conflict', { code: 'consumer.exists' });
  }
  if (state.status === 'none' || state.status === 'removed') return missing();
  if (command.type === 'RevealCredentials') {
    if (state.status === 'removing') return missing();
    const { apiKey, oauth2 } = state.credentials;
    const secrets = [apiKey?.secretId, oauth2?.clientSecret.secretId].filter((id) => id !== undefined);
    return [{ type: 'CredentialRevealed', data: { consumerId: state.consumerId, secrets } }];
  }
  const { operationId } = command.data;
  const subject = { consumerId: state.consumerId, operationId };
  const isCurrent = state.operationId === operationId;
  switch (command.type) {
    case 'ConfirmConsumer':
      return isCurrent && (state.status === 'adding' || state.status === 'failed')
        ? [{ type: 'ConsumerApplied', data: subject }]
        : [];
    case 'FailConsumer':
      return isCurrent && state.status === 'adding' ? [{ type: 'ConsumerFailed', data: subject }] : [];
    case 'RequestRemoval': {
      if (state.status === 'removing') return missing();
      const { deploymentId, apiId, organizationId } = state;
      return [{ type: 'ConsumerRemovalRequested', data: { ...subject, deploymentId, apiId, organizationId } }];
    }
    case 'ConfirmRemoval':
      return isCurrent && state.status === 'removing' ? [{ type: 'ConsumerRemoved', data: subject }] : [];
    default:
      return command satisfies never;
  }
};

const evolve = (state: Consumer, event: ConsumerEvent): Consumer => {
  if (event.type === 'ConsumerRequested') return { status: 'adding', ...event.data };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ConsumerApplied':
      return { ...state, status: 'active' };
    case 'ConsumerFailed':
      return { ...state, status: 'failed' };
    case 'ConsumerRemovalRequested':
      return { ...state, status: 'removing', operationId: event.data.operationId };
    case 'ConsumerRemoved':
      return { ...state, status: 'removed' };
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
