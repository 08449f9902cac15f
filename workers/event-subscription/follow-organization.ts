import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type { EventSubscription } from '#domain/event-subscription/event-subscription.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import type { Run } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { requestSwitch, switchOf } from './request-switch.ts';

type Followed = Readonly<{ id: number; name: string }>;
type Store = Pick<WorkerServices, 'store'>;

/** Returns whether Kafka has something of a subscription that could be switched off or on. */
const hasRights = (state: EventSubscription): boolean => {
  if (state.status === 'none' || state.status === 'removed' || state.status === 'removing') return false;
  return state.status !== 'failed' || state.applied !== null;
};

const statusOf = async ({ store }: Store, operationId: string) =>
  (await loadState(store, operationDecider, operationId)).status;

/** Requests that subscriptions follow their organization, each by a separate operation. The same request is made once. */
export const switchAll = async (run: Run, followed: readonly Followed[], suspended: boolean): Promise<void> => {
  const { services, operationId } = run;
  for (const { id, name } of followed) {
    const wanted = switchOf(id, operationId);
    const state = await loadState(services.store, eventSubscriptionDecider, id);
    const isAsked = state.status !== 'none' && state.operationId === wanted;
    if (isAsked || (await statusOf(services, wanted)) !== 'requested' || !hasRights(state)) continue;
    const step = suspended ? 'suspend-subscription' : 'restore-subscription';
    await run.record(step, name, suspended ? 'removed' : 'created');
    await requestSwitch(services, id, operationId);
  }
};

/** Returns whether all of them have followed. One that was superseded has a newer request, which looks at the organization too. */
export const areSwitched = async (services: Store, followed: readonly Followed[], cause: string): Promise<boolean> => {
  for (const { id } of followed) {
    const status = await statusOf(services, switchOf(id, cause));
    if (status === 'completed' || status === 'superseded') continue;
    if (hasRights(await loadState(services.store, eventSubscriptionDecider, id))) return false;
  }
  return true;
};
