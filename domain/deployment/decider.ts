import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { Deployment, DeploymentCommand, DeploymentConfig, DeploymentEvent } from './deployment.ts';
import type { MoveEnd } from './move.ts';

/** What the gateway has now as far as Portico knows; null is nothing. */
const appliedConfig = (state: Deployment): DeploymentConfig | null => {
  if (state.status === 'none' || state.status === 'removed') return null;
  return state.status === 'deployed' ? state.wanted : state.previous;
};

const none: MoveEnd = { endsOn: null, quietDays: null };

/** A plan is about one move: that of a former one counts as none. */
const planEnd = (
  { followerId, end, seen }: Extract<DeploymentCommand, { type: 'PlanMoveEnd' }>['data'],
  state: Exclude<Deployment, { status: 'none' }>,
): Decision<DeploymentEvent> => {
  if (state.status === 'undeploying') return notFound();
  const { endsOn, quietDays } = state.moveEnd?.followerId === followerId ? state.moveEnd : none;
  const isAs = (other: MoveEnd) => other.endsOn === endsOn && other.quietDays === quietDays;
  if (isAs(end)) return [];
  if (!isAs(seen ?? none)) return refuse('conflict', { code: 'deployment.move-end-changed' });
  const { deploymentId, apiId } = state;
  const planned = {
    ...(end.endsOn === null ? {} : { endsOn: end.endsOn }),
    ...(end.quietDays === null ? {} : { quietDays: end.quietDays }),
  };
  return [{ type: 'MoveEndPlanned', data: { deploymentId, apiId, followerId, ...planned } }];
};

const decide = (command: DeploymentCommand, state: Deployment): Decision<DeploymentEvent> => {
  if (command.type === 'RequestDeployment') {
    const { deploymentId, operationId, apiId, config, keepsResponse, follows, approved } = command.data;
    if (state.status === 'undeploying' || state.status === 'removed') return notFound();
    // What was approved is a change of the form that both have seen.
    if (approved && approved.basis !== (state.status === 'none' ? null : state.operationId))
      return refuse('conflict', { code: 'approval.form-changed' });
    if (state.status !== 'none' && state.wanted.environment !== config.environment) {
      return refuse('invalid', { code: 'deployment.environment-fixed', field: 'env' });
    }
    if (state.status !== 'none' && state.wanted.gatewayId !== config.gatewayId) {
      return refuse('invalid', { code: 'deployment.gateway-fixed', field: 'kongServer' });
    }
    const former = state.status === 'none' ? config.former : state.wanted.former;
    // Calls of the former paths are of no described operation.
    if (former && config.lockdown)
      return refuse('invalid', { code: 'deployment.former-paths', field: 'enablePathLockdown' });
    const response = state.status === 'none' ? null : state.wanted.responseTransformer;
    const to = {
      ...config,
      ...(keepsResponse ? { responseTransformer: response } : {}),
      ...(former ? { former } : {}),
    };
    const leader = state.status === 'none' && follows !== undefined ? { follows } : {};
    return [
      {
        type: 'DeploymentRequested',
        data: {
          ...{ deploymentId, operationId, apiId, from: appliedConfig(state), to, ...leader },
          ...(approved ? { approval: approved.approval } : {}),
        },
      },
    ];
  }
  if (state.status === 'none' || state.status === 'removed') return notFound();
  if (command.type === 'PlanMoveEnd') return planEnd(command.data, state);
  const { operationId } = command.data;
  const subject = { deploymentId: state.deploymentId, operationId };
  // A deletion always wins and a newer request replaces an older one, so late outcomes of others change nothing.
  const isCurrent = state.operationId === operationId;
  switch (command.type) {
    case 'ConfirmDeployment':
      return isCurrent && (state.status === 'deploying' || state.status === 'failed')
        ? [{ type: 'DeploymentApplied', data: subject }]
        : [];
    case 'FailDeployment':
      return isCurrent && state.status === 'deploying' ? [{ type: 'DeploymentFailed', data: subject }] : [];
    case 'RequestUndeployment':
      if (state.status === 'undeploying') return notFound();
      return [{ type: 'UndeploymentRequested', data: { ...subject, apiId: state.apiId } }];
    case 'ConfirmRemoval':
      return isCurrent && state.status === 'undeploying' ? [{ type: 'DeploymentRemoved', data: subject }] : [];
    default:
      return command satisfies never;
  }
};

const evolve = (state: Deployment, event: DeploymentEvent): Deployment => {
  if (event.type === 'DeploymentRequested') {
    const {
      deploymentId,
      apiId,
      operationId,
      from,
      to,
      approval,
      follows = state.status === 'none' ? undefined : state.follows,
    } = event.data;
    const moveEnd = state.status === 'none' ? undefined : state.moveEnd;
    const kept = {
      ...(follows === undefined ? {} : { follows }),
      ...(approval ? { approval } : {}),
      ...(moveEnd ? { moveEnd } : {}),
    };
    return { status: 'deploying', deploymentId, apiId, operationId, wanted: to, previous: from, ...kept };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'DeploymentApplied':
      return { ...state, status: 'deployed', previous: state.wanted };
    case 'DeploymentFailed':
      return { ...state, status: 'failed' };
    case 'UndeploymentRequested':
      return { ...state, status: 'undeploying', operationId: event.data.operationId };
    case 'DeploymentRemoved':
      return { ...state, status: 'removed', previous: null };
    case 'MoveEndPlanned': {
      const { followerId, endsOn = null, quietDays = null } = event.data;
      return { ...state, moveEnd: { followerId, endsOn, quietDays } };
    }
    default:
      return state;
  }
};

export const deploymentDecider: Decider<Deployment, DeploymentCommand, DeploymentEvent> = {
  noun: 'deployment',
  initialState: { status: 'none' },
  closedBy: ['UndeploymentRequested'],
  decide,
  evolve,
};
