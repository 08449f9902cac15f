import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { KongClient } from '#gateway/admin-api/client.ts';
import type { DesiredEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { type Canary, canaryOf } from '#gateway/change/canary.ts';
import { agrees } from '#gateway/change/difference.ts';
import { globalPlugins } from '#gateway/change/global-plugins.ts';
import { floorOf, type Propagation, writtenFor } from '#gateway/change/propagation.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { AttemptOverError, NotInForceError, type Run } from '../engine/run.ts';
import { lookAtCanary } from './look-at-canary.ts';
import { propagationOf, rememberNodes } from './nodes.ts';

/** How often the canary is written again before the attempt ends. Another attempt follows. */
const writesAgain = 3;

/**
 * @property stage   distinguishes the waits of one operation.
 * @property desired the written entities. Other contents need a new wait.
 * @property wrote   whether this attempt has changed anything to wait for.
 */
export type Wait = Readonly<{
  run: Run;
  session: GatewaySession;
  deploymentId: number;
  stage: string;
  desired: readonly DesiredEntity[];
  wrote: boolean;
}>;

/**
 * Returns the canary's token. Later attempts at the operation recognize it, so a crash neither shortens nor repeats a
 * wait.
 */
const tokenOf = ({ run, stage, desired }: Wait, attempt: number): string => {
  const content = createHash('sha256').update(JSON.stringify(desired.map(({ id, body }) => [id, body])));
  return run.services.vault.fingerprint(`canary/${run.operationId}/${attempt}/${stage}/${content.digest('hex')}`);
};

/** The most milliseconds before a wait notices that a removal waits. */
const notice = 100;

/** Waits. @throws AttemptOverError when another process may have taken over; GaveWayError when a removal waits. */
const pauseFor = async ({ services, lost, giveWay }: Run, milliseconds: number): Promise<void> => {
  const end = performance.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - performance.now()) {
    await giveWay();
    await pause(Math.min(left, services.timing.look, notice), undefined, { signal: lost }).catch(() => {
      throw new AttemptOverError('the lease is lost');
    });
  }
};

const write = async (client: KongClient, { route, plugin }: Canary): Promise<void> => {
  await client.put(route, route.body);
  await client.put(plugin, plugin.body);
};

type Released = Readonly<{ canary: Canary; for: number }>;

/** Returns the canary that an earlier attempt wrote after the same changes, if the gateway has it, and its age. */
const releasedBefore = async (wait: Wait, { time }: Propagation): Promise<Released | undefined> => {
  const { run, session, deploymentId, wrote } = wait;
  if (wrote) return undefined;
  const { client, names } = session;
  const canaries = Array.from({ length: run.attempt }, (_, before) =>
    canaryOf(names, deploymentId, tokenOf(wait, run.attempt - before)),
  );
  const [{ route, plugin }] = canaries as [Canary];
  const [actualRoute, actualPlugin] = await Promise.all([client.get(route), client.get(plugin)]);
  if (!actualRoute || !actualPlugin) return undefined;
  const canary = canaries.find(
    (each) => agrees(each.route.body, actualRoute.body) && agrees(each.plugin.body, actualPlugin.body),
  );
  return canary && { canary, for: writtenFor(actualPlugin, time) };
};

const release = async (wait: Wait): Promise<Released> => {
  const { run, session, deploymentId } = wait;
  const canary = canaryOf(session.names, deploymentId, tokenOf(wait, run.attempt));
  await run.assertCurrent();
  await write(session.client, canary);
  return { canary, for: 0 };
};

/**
 * How much longer than the floor the wait is when plugins of the gateway's owner hide the canary: as long again, because
 * Kong 3.9.1 needed 1.35 times the floor at most.
 */
const unseen = (floor: number): number => floor + 1_000;

/** Waits for what can't be seen, and records the plugins that hide it, if they do. */
const waitUnseen = async ({ run, session, stage }: Wait, floor: number, left: number): Promise<void> => {
  const target = `${Math.ceil(floor / 1000)}`;
  const plugins = await globalPlugins(session.client);
  const { live } = run.services.timing;
  if (plugins.length === 0) {
    await pauseFor(run, left + live);
    return run.record(`${stage}-not-seen`, target, 'unchanged');
  }
  await run.record(`${stage}-hidden-by ${plugins.join(', ')}`, target, 'unchanged');
  await pauseFor(run, left + Math.min(live, unseen(floor)));
};

/**
 * Waits until all workers of the gateway have all changes in force, and records this in the operation's steps. The
 * gateway tells the least time that this takes, and the canary shows when it has happened. When the canary does not
 * appear in time, it is written again: a Kong was seen that applied nothing until something else was written. When the
 * canary can't be seen from here (no way to the proxy, a plugin for all calls that responds first), the wait takes its
 * full time.
 *
 * It does not delay a removal: the attempt gives way, and the next one recognizes the canary.
 *
 * @throws NotInForceError `gateway.not-live`, which costs no attempt: the proxy may be away while the Admin API is not.
 */
export const waitUntilInForce = async (wait: Wait): Promise<void> => {
  const { run, session, stage } = wait;
  const { client, gateway } = session;
  const { timing, pool } = run.services;
  let propagation = await propagationOf(run, session);
  const target = () => `${Math.ceil(floorOf(propagation) / 1000)}`;

  const { canary, for: before } = (await releasedBefore(wait, propagation)) ?? (await release(wait));
  let writtenAt = performance.now() - before;
  crashPoint(`${run.subject.kind}.${stage}-canary.after`);
  await run.record(`wait-for-${stage}`, target(), 'unchanged');
  for (let again = 0; ; again += 1) {
    const left = () => floorOf(propagation) + writtenAt - performance.now();
    await pauseFor(run, left());
    do {
      const seen = await lookAtCanary(wait, canary.token, propagation);
      propagation = seen.propagation;
      if (seen.verdict === 'hidden') return waitUnseen(wait, floorOf(propagation), left());
      if (seen.verdict === 'in force' && left() <= 0) {
        if (propagation.nodes.size > 0) await rememberNodes(pool, gateway, propagation.nodes.size);
        return run.record(`${stage}-in-force`, target(), 'verified');
      }
      // A node was seen that nobody knew of, so the wait takes longer.
      await pauseFor(run, Math.max(left(), timing.look));
    } while (left() + timing.live > 0);
    if (again === writesAgain) {
      // A removal has already closed its routes, so it does not wait for what it can't see.
      if (wait.desired.length === 0) return run.record(`${stage}-not-seen`, target(), 'unchanged');
      throw new NotInForceError({ code: 'gateway.not-live' });
    }
    await run.assertCurrent();
    await write(client, canary);
    writtenAt = performance.now();
    await run.record(`write-${stage}-again`, target(), 'changed');
  }
};

/** Removes the deployment's canary, the last of its entities. */
export const removeCanary = async (
  run: Run,
  { client, names }: GatewaySession,
  deploymentId: number,
): Promise<void> => {
  const { route, plugin } = canaryOf(names, deploymentId, '');
  await run.assertCurrent();
  await client.remove(plugin);
  await client.remove(route);
};
