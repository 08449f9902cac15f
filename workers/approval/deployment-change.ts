import { apiDecider } from '#domain/api/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { takenBy } from '#domain/deployment/gateway-name.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { beginning, type UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { placeGuards } from '#gateway/plan/place-guards.ts';
import { nameThere, pathThere, takesNames } from '#projections/taken-names.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { ChangeKind, ChangeOf, Services } from './change-kind.ts';
import { mayFillIn } from './form-rights.ts';
import { send } from './send.ts';

type Change = ChangeOf<'deployment'>;

/** Returns whether another deployment has the names by now that a new one was to get, or follows the same one. */
const isTaken = async ({ pool }: Services, change: Change): Promise<boolean> => {
  const { services, routes } = takenBy(change.config);
  const { rowCount } = await pool.query(
    `select from deployments where id <> $1 and (
       gateway_id = $2 and ${takesNames} and (
         ${nameThere} in (select * from unnest($3::text[], $4::text[]))
         or ${pathThere} in (select * from unnest($5::text[], $6::text[])))
       or follows = $7 and state <> 'undeploying') limit 1`,
    [
      ...[change.deploymentId, change.config.gatewayId],
      ...[services.in, services.names, routes.in, routes.names],
      change.follows ?? null,
    ],
  );
  return rowCount === 1;
};

const nobodyElse = async ({ store, pool }: Services, names: readonly string[]): Promise<readonly UsedGuard[]> => {
  const guards = await store.readGuards(names);
  const newest = guards.map(({ position }) => position).sort();
  if (!(await waitForPosition(pool, newest.at(-1) ?? beginning, undefined, ['deployments'])))
    throw new Error('the read tables are behind');
  return guards;
};

/** Returns the failed operation that a change answers. One that was replayed or cancelled since the request has had its answer. */
const stillAnswered = async ({ store }: Services, { answers }: Change): Promise<string | undefined> =>
  answers !== undefined && (await loadState(store, operationDecider, answers)).status === 'failed'
    ? answers
    : undefined;

/** A deployment, a change of one, or a move. */
export const deploymentChange: ChangeKind<'deployment'> = {
  request: 'deployment.request',
  applicationOf: async ({ pool }, { apiId }) => {
    const { rows } = await pool.query<{ id: number | null }>('select application_id as id from apis where id = $1', [
      apiId,
    ]);
    return rows[0]?.id ?? null;
  },
  mayAsk: mayFillIn,
  isRequested: async ({ store }, { change: { deploymentId, operationId } }) =>
    (await store.read(streamOf('deployment', deploymentId))).some(
      ({ type, data }) => type === 'DeploymentRequested' && data.operationId === operationId,
    ),
  // The guards that the same change passes or raises when nobody has to approve it.
  enter: async (services, { change }) => {
    const { apiId, basis, config, follows } = change;
    const original = follows === undefined ? undefined : await loadState(services.store, deploymentDecider, follows);
    const api = await enter(services, apiDecider, apiId);
    const gateway = await enter(services, resourceDecider, config.gatewayId);
    const redis = config.redis ? [await enter(services, resourceDecider, config.redis.resourceId)] : [];
    const names = [
      ...(basis === null ? placeGuards(config) : []),
      ...(follows === undefined ? [] : [`move-${follows}`]),
    ];
    const alone = await nobodyElse(services, names);
    const isGone =
      (original !== undefined && original.status !== 'deployed') ||
      api.state.status === 'deleting' ||
      api.state.status === 'deleted' ||
      [gateway, ...redis].some(({ state }) => state.status === 'removed');
    const lapse = isGone ? 'gone' : (await isTaken(services, change)) ? 'refused' : undefined;
    return { lapse, guards: [...[api, gateway, ...redis].flatMap(({ guards }) => guards), ...alone] };
  },
  send: async (services, cause, { change, approvalId, approvedBy, hash, expiresAt }, by) => {
    const { kind: _kind, basis, undoes, answers: _answers, ...wanted } = change;
    const approved = { approval: { approvalId, approvedBy: approvedBy ?? 0, hash, expiresAt }, basis };
    const request = { type: 'RequestDeployment', data: { ...wanted, approved } } as const;
    const done = await send(services, cause, deploymentDecider, change.deploymentId, request, {
      ...by,
      undoes,
      answers: await stillAnswered(services, change),
    });
    if (!isRefusal(done)) return undefined;
    return done.problems[0].code === 'approval.form-changed' ? 'form-changed' : 'refused';
  },
};
