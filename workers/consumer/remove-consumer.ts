import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { actualOfConsumer } from '#gateway/actual.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { currentConsumer } from './consumer-subject.ts';
import { destroyRetired } from './destroy-retired.ts';

/** Takes a key's access away: its credentials first, at once; then the rest of it. */
export const removeConsumer: Handler = {
  run: async (run) => {
    const consumer = await currentConsumer(run);
    const { consumerId, deploymentId } = consumer;
    const deployment = await loadState(run.services.store, deploymentDecider, deploymentId);
    // A removed deployment took its keys along, but the gateway is asked all the same: it may have been restored.
    if (deployment.status !== 'none') {
      await withGateway(run.services, deployment.wanted.gatewayId, (session) =>
        reconcileEntities({
          run,
          session,
          deploymentId,
          desired: [],
          actual: () => actualOfConsumer(session, { consumerId, deploymentId }, []),
          assertStillWanted: async () => {
            await currentConsumer(run);
          },
        }),
      );
    }
    await destroyRetired(run, consumer, null);
    await run.decide(consumerDecider, consumerId, { type: 'ConfirmRemoval', data: { operationId: run.operationId } });
  },
  restore: nothing,
  fail: nothing,
};
