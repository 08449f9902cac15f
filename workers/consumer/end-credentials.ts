import { isDeepStrictEqual } from 'node:util';
import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { credentialIds } from '#gateway/names/credential-ids.ts';
import { actualOfConsumer } from '#gateway/plan/own-entities.ts';
import type { Handler } from '../engine/handler.ts';
import { NotReadyError, type Run } from '../engine/run.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { applyConsumer } from './apply-consumer.ts';
import { currentConsumer } from './consumer-subject.ts';
import { destroyRetired } from './destroy-retired.ts';

/**
 * Removes all credentials but the newest from the gateway. This takes effect at once, whatever the deployment's state.
 */
const removeOldCredentials = async (
  run: Run,
  { consumerId, deploymentId, wanted }: KnownConsumer,
  gatewayId: number,
): Promise<void> =>
  untilKnownEverywhere(run, gatewayId, async (session) => {
    const isFormer = ({ kind, id }: { kind: string; id: string }): boolean =>
      (kind === 'key-auth' || kind === 'oauth2') && !credentialIds(session.names, consumerId, wanted).includes(id);
    await reconcileEntities({
      run,
      session,
      deploymentId,
      desired: [],
      actual: async () => (await actualOfConsumer(session, { consumerId, deploymentId }, [])).filter(isFormer),
      assertStillWanted: async () => {
        await currentConsumer(run);
      },
    });
  });

/** Returns whether the end of the old credentials is the only difference between the gateway and the wanted state. */
const isAll = ({ applied, wanted }: KnownConsumer): boolean =>
  applied !== null && isDeepStrictEqual({ ...applied, previous: null }, wanted);

/** Ends the old credentials of a rotated key. They come first, because the rest may have to wait for the deployment. */
export const endCredentials: Handler = {
  ...applyConsumer,
  run: async (run) => {
    const consumer = await currentConsumer(run);
    const deployment = await loadState(run.services.store, deploymentDecider, consumer.deploymentId);
    const isThere =
      deployment.status === 'deploying' || deployment.status === 'deployed' || deployment.status === 'failed';
    if (!isThere) return applyConsumer.run(run);
    await removeOldCredentials(run, consumer, deployment.wanted.gatewayId);
    try {
      await applyConsumer.run(run);
    } catch (error) {
      // The key needs nothing else, so it need not wait for its deployment.
      if (!(error instanceof NotReadyError && isAll(consumer))) throw error;
      await destroyRetired(run, consumer, consumer.wanted);
      await run.decide(consumerDecider, consumer.consumerId, {
        type: 'ConfirmConsumer',
        data: { operationId: run.operationId },
      });
    }
  },
};
