import { apiDecider } from '#domain/api/decider.ts';
import type { Approval, ApprovalCommand, Lapse } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { approvalRuleDecider, approvalRuleId } from '#domain/approval-rule/approval-rule.ts';
import { type Actor, byPortal } from '#domain/core/actor.ts';
import { type Action, may } from '#domain/core/authorization.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { EventActor } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { takenBy } from '#domain/deployment/gateway-name.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { beginning, type Position, type RecordedEvent, type UsedGuard } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { enter, guardOf, whileGuardsMove } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { placeGuards } from '#gateway/plan/place-guards.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { findPersonById } from '#projections/person.ts';
import { nameThere, pathThere, takesNames } from '#projections/taken-names.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { mayFillIn } from './form-rights.ts';

type Services = Pick<WorkerServices, 'store' | 'pool'>;
type KnownApproval = Exclude<Approval, { status: 'none' }>;

/** What the requester's command needs, and what the approver's decision needed. */
const actions: Readonly<Record<KnownApproval['change']['kind'], Readonly<{ request: Action; approve: Action }>>> = {
  deployment: { request: 'deployment.request', approve: 'approval.decide' },
  rule: { request: 'approval-rule.set', approve: 'approval.decide' },
};

/** Returns the person, if they may do this now. */
const allowed = async (
  { pool }: Services,
  userId: number,
  action: Action,
  resource: Readonly<{ applicationId: number | null }>,
): Promise<Actor | undefined> => {
  const person = await findPersonById(pool, userId);
  return person?.active && may(person.actor, action, resource) ? person.actor : undefined;
};

const applicationOf = async ({ pool }: Services, { change }: KnownApproval): Promise<number | null> => {
  if (change.kind !== 'deployment') return null;
  const { rows } = await pool.query<{ id: number | null }>('select application_id as id from apis where id = $1', [
    change.apiId,
  ]);
  return rows[0]?.id ?? null;
};

/**
 * Returns who carries an approved change out, or why it lapses: somebody was disabled, or has lost the right that they had when they
 * asked or approved.
 */
export const rightsNow = async (services: Services, approval: KnownApproval): Promise<EventActor | Lapse> => {
  const { request, approve } = actions[approval.change.kind];
  const resource = { applicationId: await applicationOf(services, approval) };
  const requester = await allowed(services, approval.requestedBy, request, resource);
  if (!requester || !(await mayFillIn(services, requester, approval.change))) return 'requester-may-not';
  if (!(await allowed(services, approval.approvedBy ?? 0, approve, resource))) return 'approver-may-not';
  const { userId, organizationId, roles } = requester;
  return { userId, organizationId, roles };
};

/** Sends one command about an approval, once however often it is called for the same. */
const send = async <State, C extends Command, E extends PorticoEvent>(
  { store }: Services,
  cause: RecordedEvent,
  decider: Decider<State, C, E>,
  id: number,
  command: C,
  { actor = byPortal, guards = [] }: Readonly<{ actor?: EventActor; guards?: readonly UsedGuard[] }> = {},
) =>
  await execute({
    store,
    decider,
    id,
    command,
    guards,
    meta: {
      actor,
      commandId: uuidV5(porticoNamespace, `approval/${cause.stream}/${command.type}`),
      correlationId: cause.meta.correlationId,
      causationId: cause.id,
      time: new Date().toISOString(),
    },
  });

/** Returns whether the change was requested before the process died. */
const isRequested = async ({ store }: Services, { change }: KnownApproval): Promise<boolean> =>
  change.kind === 'deployment' &&
  (await store.read(streamOf('deployment', change.deploymentId))).some(
    ({ type, data }) => type === 'DeploymentRequested' && data.operationId === change.operationId,
  );

/** @property isGone whether what is changed is gone. @property guards that the requester's command passes or raises. */
type Entered = Readonly<{ isGone: boolean; guards: readonly UsedGuard[] }>;

const nobodyElse = async ({ store, pool }: Services, names: readonly string[]): Promise<readonly UsedGuard[]> => {
  const guards = await store.readGuards(names);
  const newest = guards.map(({ position }) => position).sort();
  if (!(await waitForPosition(pool, newest.at(-1) ?? beginning, undefined, ['deployments'])))
    throw new Error('the read tables are behind');
  return guards;
};

/**
 * Returns whether the API, the gateway, the Redis, or the deployment whose place a new one takes is gone, and the guards that the same
 * command passes or raises when nobody has to approve it.
 */
const enterPlaces = async (services: Services, { change }: KnownApproval): Promise<Entered> => {
  if (change.kind !== 'deployment') {
    // Whoever changes a deployment alone passes it.
    const guards = await services.store.readGuards([guardOf(approvalRuleDecider, approvalRuleId)]);
    return { isGone: false, guards };
  }
  const { apiId, basis, config, follows } = change;
  const original = follows === undefined ? undefined : await loadState(services.store, deploymentDecider, follows);
  const api = await enter(services, apiDecider, apiId);
  const gateway = await enter(services, resourceDecider, config.gatewayId);
  const redis = config.redis ? [await enter(services, resourceDecider, config.redis.resourceId)] : [];
  const names = [...(basis === null ? placeGuards(config) : []), ...(follows === undefined ? [] : [`move-${follows}`])];
  return {
    isGone:
      (original !== undefined && original.status !== 'deployed') ||
      api.state.status === 'deleting' ||
      api.state.status === 'deleted' ||
      [gateway, ...redis].some(({ state }) => state.status === 'removed'),
    guards: [...[api, gateway, ...redis].flatMap(({ guards }) => guards), ...(await nobodyElse(services, names))],
  };
};

/** Returns whether another deployment has the names by now that a new one was to get, or follows the same one. */
const isTaken = async ({ pool }: Services, { change }: KnownApproval): Promise<boolean> => {
  if (change.kind !== 'deployment') return false;
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

/** Sends the requester's command. Returns why it lapses if the rules refuse it now. */
const command = async (
  services: Services,
  cause: RecordedEvent,
  approval: KnownApproval,
  by: Readonly<{ actor: EventActor; guards: readonly UsedGuard[] }>,
): Promise<Lapse | undefined> => {
  const { change, approvalId, approvedBy, hash, expiresAt } = approval;
  if (change.kind === 'rule') {
    const approved = { otherAdministrator: true, formerAdministrator: true, isApproved: true };
    const data = { environment: change.environment, twoPeople: false, ...approved };
    const set = { type: 'SetApprovalRule', data } as const;
    const done = await send(services, cause, approvalRuleDecider, approvalRuleId, set, by);
    return isRefusal(done) ? 'refused' : undefined;
  }
  const { kind: _kind, basis, ...wanted } = change;
  const approved = { approval: { approvalId, approvedBy: approvedBy ?? 0, hash, expiresAt }, basis };
  const request = { type: 'RequestDeployment', data: { ...wanted, approved } } as const;
  const done = await send(services, cause, deploymentDecider, change.deploymentId, request, by);
  if (!isRefusal(done)) return undefined;
  return done.problems[0].code === 'approval.form-changed' ? 'form-changed' : 'refused';
};

/**
 * Carries an approved change out as the command of whoever asked for it, or lets the approval lapse. May be called again from any point:
 * each command has its effect once.
 *
 * @param cause the event of the approval.
 * @returns the position of what it wrote last, if it wrote something.
 */
export const carryOut = async (
  services: Services,
  cause: RecordedEvent,
  approvalId: number,
): Promise<Position | undefined> => {
  const approval = await loadState(services.store, approvalDecider, approvalId);
  if (approval.status !== 'approved') return undefined;
  const end = async (command: ApprovalCommand) => {
    const done = await send(services, cause, approvalDecider, approvalId, command);
    return isRefusal(done) ? undefined : done.position;
  };
  const lapse = (why: Lapse) => end({ type: 'LapseApproval', data: { lapse: why } });
  const conclude = () => end({ type: 'CarryOutApproval', data: {} });
  // From here on its operation decides what becomes of it.
  if (await isRequested(services, approval)) return await conclude();
  const refused = await whileGuardsMove(async () => {
    const { isGone, guards } = await enterPlaces(services, approval);
    if (isGone) return 'gone';
    const actor = await rightsNow(services, approval);
    if (typeof actor === 'string') return actor;
    if (await isTaken(services, approval)) return 'refused';
    return await command(services, cause, approval, { actor, guards });
  });
  if (refused) return await lapse(isRefusal(refused) ? 'refused' : refused);
  return await conclude();
};
