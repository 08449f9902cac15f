import { flat, grouped, type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import { deploy, planMoveEnd, removeDeployment } from './calls.ts';
import { deploymentDecider } from './decider.ts';
import type { Deployment, DeploymentEvent } from './deployment.ts';
import { shownBy } from './form-values.ts';

/** The revision of a lockdown is that of the API's document, which the form does not choose. */
const lockedRevision = 'lockedRevision';

const formOf = (state: Deployment): Shown => {
  if (state.status === 'none' || state.status === 'undeploying' || state.status === 'removed') return {};
  const { wanted } = state;
  // What the form does not send, because it means nothing there.
  const isCounted = wanted.ratePerMinute !== null;
  return {
    ...flat(shownBy(wanted, true)),
    keyInQuery: wanted.keyInQuery === true && wanted.authentication !== 'oauth2',
    'rateLimit.countsTogether': isCounted && wanted.countsTogether === true,
    'rateLimit.redis': isCounted ? (wanted.redis?.resourceId ?? null) : null,
    [lockedRevision]: wanted.lockdown?.revision ?? null,
  };
};

const response = 'responseTransformer.';

/** Returns whether a form has what means nothing beside its other fields: a deploy would leave it out. */
const losesMore = (wanted: Shown): boolean =>
  (wanted.auth === 'oauth2' && wanted.keyInQuery === true) ||
  (wanted['rateLimit.enabled'] === false &&
    (wanted['rateLimit.countsTogether'] === true || wanted['rateLimit.redis'] !== null));

/**
 * How a change of a deployment is taken back: it is deployed with the former form, which two people may have to agree on. A new one
 * is taken off its gateway.
 */
export const deploymentUndo: UndoRules<DeploymentEvent> = undoRules(deploymentDecider, {
  DeploymentRequested: {
    shows: formOf,
    by: 'UndeploymentRequested',
    opposite: ({ data: { apiId, deploymentId, from, to, follows }, wanted, touched, before, basedOn }) => {
      if (from === null && Object.keys(before).length === 0) {
        if (follows !== undefined || to.former) return 'callers';
        return {
          call: removeDeployment,
          action: 'deployment.remove',
          about: { apiId },
          does: 'remove',
          effects: ['gateway', 'for-good'],
          parameters: { id: deploymentId },
        };
      }
      if (losesMore(wanted)) return 'moved';
      const revision = wanted[lockedRevision];
      const setsResponse = touched.some((name) => name.startsWith(response));
      const fields = Object.entries(wanted).filter(
        ([name]) => name !== lockedRevision && (setsResponse || !name.startsWith(response)),
      );
      return {
        call: deploy,
        action: 'deployment.request',
        about: { apiId },
        does: 'fields',
        effects: ['gateway'],
        body: {
          ...grouped(Object.fromEntries(fields)),
          ...{ id: apiId, deploymentId, basedOn },
          // A lockdown of another document than that of now is refused.
          ...(typeof revision === 'number' ? { revision } : {}),
        },
      };
    },
  },
  DeploymentApplied: 'part',
  DeploymentFailed: 'part',
  MoveEndPlanned: {
    shows: (state, { followerId }) => {
      if (state.status === 'none' || state.status === 'undeploying' || state.status === 'removed') return {};
      const { moveEnd } = state;
      const isOfMove = moveEnd?.followerId === followerId;
      return { endsOn: isOfMove ? moveEnd.endsOn : null, quietDays: isOfMove ? moveEnd.quietDays : null };
    },
    opposite: ({ data, wanted: { endsOn, quietDays } }) => ({
      call: planMoveEnd,
      action: 'deployment.remove',
      about: { apiId: data.apiId },
      does: 'fields',
      parameters: { id: data.deploymentId },
      body: { endsOn, quietDays, seen: { endsOn: data.endsOn ?? null, quietDays: data.quietDays ?? null } },
    }),
  },
  UndeploymentRequested: 'ends',
  DeploymentRemoved: 'ends',
});
