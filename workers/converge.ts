import type { KongClient } from '#gateway/client.ts';
import { difference, type Step } from '#gateway/difference.ts';
import type { DesiredEntity, FoundEntity } from '#gateway/entity.ts';
import { GatewayError } from '#gateway/gateway-failure.ts';
import { planOfSteps } from '#gateway/plan-of-steps.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Run, StepResult } from './run.ts';

/**
 * @property held      reads what the gateway holds now of what this is about.
 * @property assertStillWanted asked before every call: throws when the operation must not go on.
 */
export type Convergence = Readonly<{
  run: Run;
  client: KongClient;
  desired: readonly DesiredEntity[];
  held: () => Promise<FoundEntity[]>;
  assertStillWanted: () => Promise<void>;
}>;

const apply = async (client: KongClient, step: Step): Promise<StepResult> => {
  if (step.kind === 'delete') {
    return (await client.remove(step.entity)) === 'removed' ? 'removed' : 'unchanged';
  }
  await client.put(step.entity, step.entity.body);
  return step.existed ? 'changed' : 'created';
};

/**
 * Makes the gateway equal to what is desired and reads back that it is. Level-triggered: it compares first
 * and calls only for what differs, so that a second run calls nothing (reliability J1).
 *
 * @throws GatewayError; `gateway.drifted` when somebody else changes the same things at the same time.
 */
export const converge = async ({ run, client, desired, held, assertStillWanted }: Convergence): Promise<void> => {
  const found = await held();
  const steps = difference(desired, found);
  await run.plan(planOfSteps(steps, found));
  for (const step of steps) {
    const name = `${step.kind} ${step.entity.label}`;
    const point = `${run.subject.kind}.${name.replaceAll(' ', '-')}`;
    await run.assertCurrent();
    await assertStillWanted();
    crashPoint(`${point}.before`);
    const result = await apply(client, step);
    crashPoint(`${point}.after`);
    await run.record(name, step.entity.id, result);
  }
  const left = difference(desired, await held());
  if (left.length > 0) throw new GatewayError({ class: 'retry', problem: { code: 'gateway.drifted' } });
  await run.record('read back', String(desired.length), 'verified');
};
