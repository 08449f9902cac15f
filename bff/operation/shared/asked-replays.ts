import { createHash } from 'node:crypto';
import type { ApprovedChange } from '#domain/approval/approval.ts';
import { type GatewayPlan, planLimits } from '#domain/core/gateway-plan.ts';
import type { Problem } from '#domain/core/problem.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import type { Services } from '../../http/services.ts';
import { dryRunOf } from './dry-run.ts';
import { type Asked, boundPlan } from './dry-run-answer.ts';

/** So many operations are compared with their gateways at once. */
export const atOnce = 8;

export type Replays = Extract<ApprovedChange, { kind: 'replay' }>['operations'];

/** @property refused those that can't be asked for: they have ended, would fail again, or their gateway does not respond. */
export type Compared = Readonly<{
  operations: Replays;
  refused: readonly Readonly<{ id: string; problem: Problem }>[];
  plan: GatewayPlan;
  hash: string;
}>;

/** Identifies what is replayed, and the difference that each makes. */
const hashOf = (operations: Replays): string =>
  createHash('sha256')
    .update(operations.map(({ operationId, replay, hash }) => `${operationId} ${replay} ${hash}\n`).join(''))
    .digest('hex');

/** Returns the differences as one. */
export const joined = (plans: readonly GatewayPlan[]): GatewayPlan => {
  const changes = plans.flatMap((plan) => plan.changes);
  const more = plans.reduce((sum, plan) => sum + plan.more, 0) + Math.max(0, changes.length - planLimits.objects);
  return { changes: changes.slice(0, planLimits.objects), more };
};

const compare = async (services: Services, operation: Asked) => {
  const { status, replay } = await loadState(services.store, operationDecider, operation.id);
  if (status !== 'failed' && status !== 'waiting')
    return { id: operation.id, problem: { code: 'operation.not-replayable' } };
  const answer = await dryRunOf(services, operation);
  const { outcome, problem, hash } = answer;
  if (outcome === 'fails' || outcome === 'away') {
    const { code, parameters } = problem ?? { code: 'operation.not-replayable' };
    return { id: operation.id, problem: { code, ...(parameters && { parameters }) } };
  }
  return { operation: { operationId: operation.id, replay, hash }, plan: boundPlan(answer) };
};

/** Compares operations with their gateways, as a worker would that replays them now. */
export const compareReplays = async (services: Services, asked: readonly Asked[]): Promise<Compared> => {
  const compared = await someAtOnce(atOnce, asked, (each) => compare(services, each));
  const operations = compared.flatMap(({ operation }) => operation ?? []);
  return {
    operations,
    refused: compared.flatMap(({ id, problem }) => (problem ? [{ id, problem }] : [])),
    plan: joined(compared.flatMap(({ plan }) => plan ?? [])),
    hash: hashOf(operations),
  };
};
