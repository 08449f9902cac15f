import { type FieldChange, type GatewayPlan, type ObjectChange, planLimits } from '#domain/core/gateway-plan.ts';
import type { ReplayPreview } from '#domain/operation/desk.ts';
import { shorten } from '#gateway/change/plain-fields.ts';
import type { TargetProblem } from '#gateway/target/target-policy.ts';
import type { KafkaFailure } from '#kafka/failure.ts';
import { classOf } from '#kafka/failure-class.ts';

/** @property hash of the whole difference, which `plan` shortens. Empty: only the worker can compare wholly. */
export type DryRun = Omit<ReplayPreview, 'at'> & Readonly<{ hash: string }>;

export const saying = (outcome: ReplayPreview['outcome'], more: Partial<DryRun> = {}): DryRun => ({
  outcome,
  plan: null,
  problem: null,
  hash: '',
  ...more,
});

const planOf = (changes: readonly ObjectChange[]): GatewayPlan => ({
  changes: changes.slice(0, planLimits.objects),
  more: Math.max(0, changes.length - planLimits.objects),
});

/** Returns a changed field with as much of its lines as events and screens contain. */
export const fieldChange = (field: string, removed: readonly string[], added: readonly string[]): FieldChange => {
  const cut = (lines: readonly string[]) => lines.slice(0, planLimits.lines).map(shorten);
  const [gone, come] = [cut(removed), cut(added)];
  return { field, removed: gone, added: come, more: removed.length + added.length - gone.length - come.length };
};

/** Says what these changes are: none, or which. */
export const sayingChanges = (changes: readonly ObjectChange[]): DryRun =>
  changes.length === 0 ? saying('nothing') : saying('changes', { plan: planOf(changes) });

/** Says what a failure at Kafka comes to. A worker tries again, or waits for a person, unless it gives up. */
export const sayingKafka = (failure: KafkaFailure): DryRun =>
  saying(classOf(failure.code) === 'permanent' ? 'fails' : 'away', { problem: failure });

/** Says that an upstream may not be called. A DNS that does not respond may do so later, so a worker tries again. */
export const sayingTarget = (code: TargetProblem, field: string): DryRun =>
  saying(code === 'deployment.upstream-dns-silent' ? 'away' : 'fails', { problem: { code, field } });

/** Returns the changes that somebody may approve: those that the hash binds. Of others nobody could say later that they are still the same. */
export const boundPlan = ({ plan, hash }: Pick<DryRun, 'plan' | 'hash'>): GatewayPlan | null => (hash ? plan : null);

/** What the dry run of a replay needs of an operation. */
export type Asked = Readonly<{ id: string; kind: string; subject_id: string }>;
