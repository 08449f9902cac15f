import type { KongClient } from '#gateway/client.ts';
import { difference, type Step } from '#gateway/difference.ts';
import type { DesiredEntity, EntityReference, FoundEntity } from '#gateway/entity.ts';
import { GatewayError } from '#gateway/gateway-failure.ts';
import { isClosed } from '#gateway/guard.ts';
import { planOfSteps } from '#gateway/plan-of-steps.ts';
import { readPropagation, writtenFor } from '#gateway/propagation.ts';
import type { GatewaySession } from '#gateway/session.ts';
import { closedRoutes, removalOf, serviceRewriters, stagesOf } from '#gateway/stages.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Run, StepResult } from '../engine/run.ts';
import { waitUntilInForce } from './in-force.ts';

/**
 * @property deploymentId whose canary tells what is in force.
 * @property actual       reads what the gateway holds now of what this is about.
 * @property assertStillWanted asked before every call: throws when the operation must not go on.
 * @property assertFree   throws when somebody else's object is in the way. Asked before the first call.
 * @property verify       looks at the routes from outside: first while they are closed, behind `secret`, then as callers
 *                        do. Throws when they are not what they should be.
 */
export type Reconciliation = Readonly<{
  run: Run;
  session: GatewaySession;
  deploymentId: number;
  desired: readonly DesiredEntity[];
  actual: () => Promise<FoundEntity[]>;
  assertStillWanted: () => Promise<void>;
  assertFree?: (steps: readonly Step[], actual: readonly FoundEntity[]) => Promise<void>;
  verify?: (secret: string | undefined) => Promise<void>;
}>;

const apply = async (client: KongClient, step: Step): Promise<StepResult> => {
  if (step.kind === 'delete') {
    return (await client.remove(step.entity)) === 'removed' ? 'removed' : 'unchanged';
  }
  await client.put(step.entity, step.entity.body);
  return step.existed ? 'changed' : 'created';
};

/** What closed routes of an operation ask for. */
export const secretOf = ({ services, operationId }: Run): string => services.vault.fingerprint(`guard/${operationId}`);

const verbOf = (step: Step): string => {
  if (step.kind === 'delete') return 'delete';
  return step.entity.kind === 'route' && isClosed(step.entity) ? 'close' : 'put';
};

/** Makes the calls in their order; what was carried out is written down. */
const carryOut = async (
  { run, session: { client }, assertStillWanted }: Reconciliation,
  steps: readonly Step[],
): Promise<void> => {
  for (const step of steps) {
    const name = `${verbOf(step)} ${step.entity.label}`;
    const point = `${run.subject.kind}.${name.replaceAll(' ', '-')}`;
    await Promise.all([run.assertCurrent(), assertStillWanted()]);
    crashPoint(`${point}.before`);
    const result = await apply(client, step);
    crashPoint(`${point}.after`);
    await run.record(name, step.entity.id, result);
  }
};

const hasTimer = ({ kind }: EntityReference): boolean => kind === 'service' || kind === 'route' || kind === 'plugin';
const isWaitedFor = ({ entity }: Step): boolean => hasTimer(entity);

/** Whether something of it may not be in force yet, although no call is left to make: an attempt has ended before its wait. */
const isYoung = async ({ client }: GatewaySession, actual: readonly FoundEntity[]): Promise<boolean> => {
  const waitedFor = actual.filter(hasTimer);
  if (waitedFor.length === 0) return false;
  const { floor, time } = await readPropagation(client);
  return waitedFor.some((entity) => writtenFor(entity, time) < floor);
};

/**
 * Makes the gateway equal to what is desired, in stages that are waited for, and reads back that it is. Level-triggered:
 * it compares first and calls only for what differs, so that a second run changes nothing (requirement J1).
 *
 * @throws GatewayError; `gateway.drifted` when somebody else changes the same things at the same time.
 */
export const reconcileEntities = async (reconciliation: Reconciliation): Promise<void> => {
  const { run, session, deploymentId, desired, actual, assertFree, verify } = reconciliation;
  let found = await actual();
  const steps = difference(desired, found);
  await run.plan(planOfSteps(steps, found));
  await assertFree?.(steps, found);

  const secret = secretOf(run);
  const inForce = (stage: 'closing' | 'protection' | 'change', wrote: boolean) =>
    waitUntilInForce({ run, session, deploymentId, stage, desired, wrote });
  const rewriters = found.some(({ kind }) => kind === 'route') ? serviceRewriters(found) : [];
  if (rewriters.length > 0) {
    const closings = closedRoutes(found, secret).map((entity): Step => ({ kind: 'put', entity, existed: true }));
    await carryOut(reconciliation, closings);
    await inForce('closing', closings.length > 0);
    // Gone before a route opens: the two have timers of their own.
    const stays = new Set(desired.map(({ id }) => id));
    await carryOut(reconciliation, rewriters.filter(({ id }) => !stays.has(id)).map(removalOf));
    found = await actual();
  }
  const { revoke, prepare, open, loosen, admit, clean, guarded, opensMore, opensLess } = stagesOf(
    desired,
    found,
    secret,
  );
  const protects = desired.some(({ kind }) => kind === 'plugin');
  const serves = desired.some(({ kind }) => kind === 'route');

  await carryOut(reconciliation, revoke);
  await carryOut(reconciliation, prepare);
  const prepared = prepare.some(isWaitedFor);
  // What another attempt or operation has written a moment ago is waited for like this attempt's own.
  const isFresh =
    prepared ||
    (desired.length > 0 &&
      (run.attempt > 1 || (protects && (!serves || opensMore) && (await isYoung(session, found)))));
  const admits = admit.length > 0 && isFresh;
  const isProtected = guarded.length > 0 || admits || (opensMore && isFresh);
  if (isProtected) await inForce('protection', prepared);
  if (guarded.length > 0) await verify?.(secret);

  await carryOut(reconciliation, open);
  const opened = open.some(isWaitedFor);
  if (loosen.length > 0 && (opensLess || run.attempt > 1)) await inForce('closing', opened);
  await carryOut(reconciliation, loosen);
  // Routes that somebody else has just removed may be in force as well.
  const closes = clean.some(({ entity: { kind } }) => kind === 'route' || kind === 'service');
  if (serves || closes || opened || (isFresh && !admits)) {
    await inForce('change', opened || loosen.length > 0 || (prepared && !isProtected));
  }
  if (serves) await verify?.(undefined);

  await carryOut(reconciliation, admit);
  await carryOut(reconciliation, clean);

  const left = difference(desired, await actual());
  if (left.length > 0) throw new GatewayError({ class: 'retry', problem: { code: 'gateway.drifted' } });
  await run.record('read back', String(desired.length), 'verified');
};
