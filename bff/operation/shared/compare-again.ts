import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { hasMoved } from '#domain/operation/has-moved.ts';
import { loadState } from '#eventstore/load.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import type { Services } from '../../http/services.ts';
import { atOnce, joined, type Replays } from './asked-replays.ts';
import { dryRunOf } from './dry-run.ts';
import { type Asked, boundPlan } from './dry-run-answer.ts';
import { findOperations } from './find-operations.ts';

type Again = Readonly<{ isSame: boolean; plan: GatewayPlan | null }>;

/** Undefined: it has moved, so it is left out. */
const compare = async (services: Services, row: Asked, asked: Replays[number]): Promise<Again | undefined> => {
  const operation = await loadState(services.store, operationDecider, row.id);
  if (hasMoved(operation, asked)) return undefined;
  // An attempt that runs in this moment changes the gateway. What it leaves is compared by the worker.
  if (operation.status !== 'failed' && operation.status !== 'waiting') return { isSame: true, plan: null };
  const answer = await dryRunOf(services, row);
  const { outcome, problem, hash } = answer;
  if (outcome === 'away')
    throw new RefusedError(refuse('unavailable', { code: problem?.code ?? 'gateway.unreachable' }));
  const isSame = hash === asked.hash;
  return outcome === 'replaced' && !isSame ? undefined : { isSame, plan: boundPlan(answer) };
};

/**
 * Returns whether operations that somebody asked to replay would make the same difference now. Those that have moved are left out, as they
 * are when the request is carried out; when all have, there is nothing to approve.
 *
 * @throws RefusedError 503 when a gateway does not respond.
 */
export const compareAgain = async (services: Services, asked: Replays) => {
  const ids = asked.map(({ operationId }) => operationId);
  const rows = await findOperations(services.db, ids);
  const compared = await someAtOnce(atOnce, rows, async (row) => {
    const one = asked.find(({ operationId }) => operationId === row.id);
    return one && (await compare(services, row, one));
  });
  const left = compared.flatMap((each) => each ?? []);
  return {
    isSame: left.length > 0 && left.every(({ isSame }) => isSame),
    plan: joined(left.flatMap(({ plan }) => plan ?? [])),
  };
};
