import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { actualOfConsumer } from '#gateway/plan/own-entities.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { currentConsumer } from './consumer-subject.ts';
import { destroyRetired } from './destroy-retired.ts';
import { endAccessOfRemovals } from './end-access.ts';

/** Removes a key: first its credentials, which ends access at once, then the rest. */
export const removeConsumer: Handler = {
  run: async (run) => {
    const consumer = await currentConsumer(run);
    const { consumerId, deploymentId } = consumer;
    const deployment = await loadState(run.services.store, deploymentDecider, deploymentId);
    // The removal of a deployment has also removed its keys. But the gateway may have been restored since, so it is
    // checked.
    if (deployment.status !== 'none') {
      await untilKnownEverywhere(run, deployment.wanted.gatewayId, async (session) => {
        await endAccessOfRemovals(run, session, deploymentId);
        await reconcileEntities({
          run,
          session,
          deploymentId,
          desired: [],
          actual: () => actualOfConsumer(session, { consumerId, deploymentId }, []),
          assertStillWanted: async () => {
            await currentConsumer(run);
          },
        });
      });
    }
    await destroyRetired(run, consumer, null);
    await run.decide(consumerDecider, consumerId, { type: 'ConfirmRemoval', data: { operationId: run.operationId } });
  },
  restore: nothing,
  fail: nothing,
};
