import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import type { KongClient } from '#gateway/admin-api/client.ts';
import type { DesiredEntity, EntityReference, FoundEntity } from '#gateway/admin-api/entity.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { isClosed } from '#gateway/change/closed-route.ts';
import { difference, type Step } from '#gateway/change/difference.ts';
import { planOfSteps } from '#gateway/change/plan-of-steps.ts';
import { floorOf, writtenFor } from '#gateway/change/propagation.ts';
import { stagesOf } from '#gateway/change/stages.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Run, StepResult } from '../engine/run.ts';
import { secretOf } from './guard.ts';
import { waitUntilInForce } from './in-force.ts';
import { propagationOf } from './nodes.ts';

/**
 * @property deploymentId the deployment whose canary shows what is in force.
 * @property actual       reads the current entities on the gateway.
 * @property assertStillWanted is called before each call. Throws when the operation must not continue.
 * @property assertFree   is called before the first call that gives or changes something, after those that end access. Throws
 *   when somebody else's entity prevents the change.
 * @property changes      for people to read. Default: the difference.
 * @property verify       calls the routes from outside: first those that are still closed, with the guard header's value,
 *   then as callers do. Throws when a route does not respond as it should.
 */
export type Reconciliation = Readonly<{
  run: Run;
  session: GatewaySession;
  deploymentId: number;
  desired: readonly DesiredEntity[];
  actual: () => Promise<FoundEntity[]>;
  changes?: GatewayPlan | undefined;
  assertStillWanted: () => Promise<void>;
  assertFree?: (steps: readonly Step[], actual: readonly FoundEntity[]) => Promise<void>;
  verify?: (guard: string | undefined) => Promise<void>;
}>;

const apply = async (client: KongClient, step: Step): Promise<StepResult> => {
  if (step.kind === 'delete') {
    return (await client.remove(step.entity)) === 'removed' ? 'removed' : 'unchanged';
  }
  await client.put(step.entity, step.entity.body);
  return step.existed ? 'changed' : 'created';
};

const verbOf = (step: Step): string => {
  if (step.kind === 'delete') return 'delete';
  return step.entity.kind === 'route' && isClosed(step.entity) ? 'close' : 'put';
};

/** Makes the calls in order, and records each one. */
const carryOut = async (
  { run, session: { client }, assertStillWanted }: Reconciliation,
  steps: readonly Step[],
): Promise<void> => {
  for (const step of steps) {
    const name = `${verbOf(step)} ${step.entity.label}`;
    // A new generation has the same names as the one that it replaces.
    const isNew = step.kind === 'put' && !step.existed;
    const point = `${run.subject.kind}.${isNew ? 'new-' : ''}${name.replaceAll(' ', '-')}`;
    await Promise.all([run.assertCurrent(), assertStillWanted()]);
    crashPoint(`${point}.before`);
    const result = await apply(client, step);
    crashPoint(`${point}.after`);
    await run.record(name, step.entity.id, result);
  }
};

const hasTimer = ({ kind }: EntityReference): boolean => kind === 'service' || kind === 'route' || kind === 'plugin';
const isWaitedFor = ({ entity }: Step): boolean => hasTimer(entity);

/**
 * Returns whether entities may not be in force yet although no call is left: an attempt may have ended before its wait.
 */
const isRecent = async (run: Run, session: GatewaySession, actual: readonly FoundEntity[]): Promise<boolean> => {
  const waitedFor = actual.filter(hasTimer);
  if (waitedFor.length === 0) return false;
  const propagation = await propagationOf(run, session);
  return waitedFor.some((entity) => writtenFor(entity, propagation.time) < floorOf(propagation));
};

/**
 * Brings the gateway to the desired state in stages, with a wait after each, and reads the result back. It compares
 * first and calls only for differences, so a second run changes nothing (requirement J1).
 *
 * @throws GatewayError; `gateway.drifted` when somebody else changes the same entities at the same time.
 */
export const reconcileEntities = async (reconciliation: Reconciliation): Promise<void> => {
  const { run, session, deploymentId, desired, actual, changes, assertFree, verify } = reconciliation;
  const found = await actual();
  const steps = difference(desired, found);
  await run.plan(changes ?? planOfSteps(steps, found));

  const secret = secretOf(run);
  const { revoke, prepare, open, admit, clean, guarded } = stagesOf(desired, found, secret);
  // What ends access waits for nobody whose entity is in the way of the rest.
  await carryOut(reconciliation, revoke);
  await assertFree?.(steps, found);
  const inForce = (stage: 'protection' | 'change', wrote: boolean) =>
    waitUntilInForce({ run, session, deploymentId, stage, desired, wrote });
  const protects = desired.some(({ kind }) => kind === 'plugin');
  const serves = desired.some(({ kind }) => kind === 'route');

  await carryOut(reconciliation, prepare);
  const prepared = prepare.some(isWaitedFor);
  // Recent changes of another attempt or operation need the same wait as this attempt's own.
  const isFresh =
    prepared ||
    (desired.length > 0 && (run.attempt > 1 || (protects && !serves && (await isRecent(run, session, found)))));
  const admits = admit.length > 0 && isFresh;
  const isProtected = guarded || admits;
  if (isProtected) await inForce('protection', prepared);
  if (guarded) await verify?.(secret);

  await carryOut(reconciliation, open);
  const opened = open.some(isWaitedFor);
  // Routes that somebody else has just removed may still be in force, too.
  const closes = clean.some(({ entity: { kind } }) => kind === 'route' || kind === 'service');
  if (serves || closes || opened || (isFresh && !admits)) {
    await inForce('change', opened || (prepared && !isProtected));
  }
  if (serves) await verify?.(undefined);

  await carryOut(reconciliation, admit);
  await carryOut(reconciliation, clean);

  const left = difference(desired, await actual());
  if (left.length > 0) throw new GatewayError({ class: 'retry', problem: { code: 'gateway.drifted' } });
  await run.record('read back', String(desired.length), 'verified');
};
