import { byPortal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { driftDecider } from '#domain/drift/decider.ts';
import type { DriftCommand } from '#domain/drift/drift.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * One look at a gateway.
 *
 * @property name   names it.
 * @property before   when the gateway was looked at before; null when never.
 * @property calledAt how it was called then (`addressesOf`); null when that is not known.
 */
export type Look = Readonly<{ name: string; gatewayId: number; before: Date | null; calledAt: string | null }>;

/** Returns the id of the operation that a look requests for a deployment. */
export const operationOf = ({ name }: Look, deploymentId: number | string): string =>
  uuidV5(porticoNamespace, `put-back/${name}/${deploymentId}`);

/**
 * Reports what a look has found about a deployment.
 *
 * @param id   of the stream: the deployment's, or that of `foreignStreamId`.
 * @param what names it among all that the look found there.
 * @returns whether it is news: what was reported before changes nothing.
 */
export const report = async (
  { store }: Pick<WorkerServices, 'store'>,
  look: Look,
  id: number | string,
  command: DriftCommand,
  what: string,
): Promise<boolean> => {
  const name = `look/${look.name}/${id}/${what}`;
  const meta: EventMeta = {
    actor: byPortal,
    commandId: uuidV5(porticoNamespace, name),
    correlationId: operationOf(look, id),
    time: new Date().toISOString(),
  };
  const done = await execute({ store, decider: driftDecider, id, command, meta });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
  return done.events.length > 0;
};
