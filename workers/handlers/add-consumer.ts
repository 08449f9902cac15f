import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { heldByConsumer } from '#gateway/held.ts';
import { type ConsumerTarget, planConsumer } from '#gateway/plan-consumer.ts';
import { converge } from '../converge.ts';
import { openSecret, withGateway } from '../gateway-session.ts';
import { load, NotReadyError, PermanentError, type Run } from '../run.ts';
import { consumerIdOf, currentConsumer, type KnownConsumer } from './consumer-subject.ts';
import type { Handler } from './handler.ts';

/**
 * What the deployment serves.
 *
 * @throws PermanentError when it is gone or going: nothing may come back to life on it.
 * @throws NotReadyError  while it is being made.
 */
const served = async ({ services, subject }: Run): Promise<DeploymentConfig> => {
  const deployment = await load(services, deploymentDecider, subject.deploymentId);
  if (deployment.status === 'deployed') return deployment.wanted;
  if ((deployment.status === 'deploying' || deployment.status === 'failed') && deployment.previous)
    return deployment.previous;
  if (deployment.status === 'deploying') throw new NotReadyError({ code: 'deployment.not-ready' });
  throw new PermanentError({ code: 'deployment.gone' });
};

const targetOf = async (
  run: Run,
  { credentials, consumerId, deploymentId }: KnownConsumer,
): Promise<ConsumerTarget> => ({
  consumerId,
  deploymentId,
  apiKey: credentials.apiKey && (await openSecret(run.services, credentials.apiKey)),
  oauth2: credentials.oauth2 && {
    clientId: credentials.oauth2.clientId,
    clientSecret: await openSecret(run.services, credentials.oauth2.clientSecret),
  },
});

/** Gives a key access to its deployment. */
export const addConsumer: Handler = {
  run: async (run) => {
    const consumer = await currentConsumer(run);
    const { gatewayId } = await served(run);
    const desired = planConsumer(await targetOf(run, consumer));
    await withGateway(run.services, gatewayId, ({ client }) =>
      converge({
        run,
        client,
        desired,
        held: () => heldByConsumer(client, consumer.consumerId, desired),
        assertStillWanted: async () => {
          await currentConsumer(run);
          await served(run);
        },
      }),
    );
    await run.decide(consumerDecider, consumer.consumerId, {
      type: 'ConfirmConsumer',
      data: { operationId: run.operationId },
    });
  },

  restore: async (run) => {
    const { consumerId, deploymentId } = await currentConsumer(run);
    const deployment = await load(run.services, deploymentDecider, deploymentId);
    // A deployment that is gone took its keys along.
    if (deployment.status === 'none' || deployment.status === 'removed') return;
    await withGateway(run.services, deployment.wanted.gatewayId, ({ client }) =>
      converge({
        run,
        client,
        desired: [],
        held: () => heldByConsumer(client, consumerId, []),
        assertStillWanted: async () => {
          await currentConsumer(run);
        },
      }),
    );
  },

  fail: (run) =>
    run.decide(consumerDecider, consumerIdOf(run), { type: 'FailConsumer', data: { operationId: run.operationId } }),
};
