import { type GatewayPlan, type ObjectChange, planLimits } from '#domain/core/gateway-plan.ts';
import type { ReplayPreview } from '#domain/operation/desk.ts';

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

/** Says what these changes are: none, or which. */
export const sayingChanges = (changes: readonly ObjectChange[]): DryRun =>
  changes.length === 0 ? saying('nothing') : saying('changes', { plan: planOf(changes) });

/** Returns the changes that somebody may approve: those that the hash binds. Of others nobody could say later that they are still the same. */
export const boundPlan = ({ plan, hash }: Pick<DryRun, 'plan' | 'hash'>): GatewayPlan | null => (hash ? plan : null);

/** What the dry run of a replay needs of an operation. */
export type Asked = Readonly<{ id: string; kind: string; subject_id: string }>;
