import type { ConsumerConfig, KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { servedBy } from '#domain/deployment/served-by.ts';
import { keyLimitDecider } from '#domain/key-limit/decider.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { isSuspended } from '#domain/organization/organization.ts';
import { loadState } from '#eventstore/load.ts';
import type { DesiredEntity } from '#gateway/admin-api/entity.ts';
import { type GatewaySession, openSecret } from '#gateway/admin-api/session.ts';
import { desiredKey } from '#gateway/plan/desired-key.ts';
import { actualOfConsumer } from '#gateway/plan/own-entities.ts';
import type { OpenCredentials } from '#gateway/plan/plan-consumer.ts';
import type { Handler } from '../engine/handler.ts';
import { NotReadyError, PermanentError, type Run, SupersededError } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { assertAccess, currentConsumer, hasAccess } from './consumer-subject.ts';
import { destroyRetired } from './destroy-retired.ts';
import { assertOrganizationStays, organizationOf } from './organization-of-key.ts';
import { proveKey } from './prove-key.ts';

/**
 * Returns the configuration that the deployment serves now.
 *
 * @throws PermanentError  when the deployment is gone or being removed and the key is new: it must not come back to
 *   life.
 * @throws SupersededError when the deployment is gone or being removed, with all its keys: nothing is left to do.
 * @throws NotReadyError   while the deployment is being made.
 */
const served = async ({ services, subject }: Run, { deploymentId }: KnownConsumer): Promise<DeploymentConfig> => {
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  const config = servedBy(deployment);
  // The routes that rewrite the key's calls are changing.
  const isBetween = deployment.status === 'deploying' && (deployment.wanted.lockdown ?? config?.lockdown);
  if (config && !isBetween) return config;
  if (deployment.status === 'deploying') throw new NotReadyError({ code: 'deployment.not-ready' });
  if (subject.kind !== 'add-consumer') throw new SupersededError();
  throw new PermanentError({ code: 'deployment.gone' });
};

type Sealed = Pick<ConsumerConfig, 'credentials' | 'generation'>;

const open = async (
  { services }: Pick<Run, 'services'>,
  { credentials, generation }: Sealed,
): Promise<OpenCredentials> => ({
  generation,
  apiKey: credentials.apiKey && (await openSecret(services, credentials.apiKey)),
  apiKeyId: credentials.apiKey?.former?.credentialId,
  oauth2: credentials.oauth2 && {
    clientId: credentials.oauth2.clientId,
    clientSecret: await openSecret(services, credentials.oauth2.clientSecret),
  },
});

/** Returns the entities of a key that calls `deployment`: without credentials while its organization is suspended. */
export const desiredOfKey = async (
  run: Pick<Run, 'services'>,
  session: GatewaySession,
  consumer: KnownConsumer,
  deployment: DeploymentConfig,
  config: ConsumerConfig,
): Promise<DesiredEntity[]> => {
  const { store, pool } = run.services;
  const { deploymentId, organizationId } = consumer;
  const suspended = isSuspended(await organizationOf(run, organizationId));
  const sealed = suspended ? [] : [config, ...(config.previous ? [config.previous] : [])];
  const credentials = await Promise.all(sealed.map((one) => open(run, one)));
  const keyLimit = await loadState(store, keyLimitDecider, keyLimitIdOf(deploymentId, organizationId));
  return await desiredKey(pool, session, consumer, { deployment, config, keyLimit, credentials });
};

/** Brings a key's entities on the gateway to `config`; null removes them all. @param proves whether it is called then. */
const applyConfig = async (
  run: Run,
  consumer: KnownConsumer,
  deployment: DeploymentConfig,
  config: ConsumerConfig | null,
  { through, proves }: Readonly<{ through: typeof untilKnownEverywhere; proves: boolean }>,
): Promise<void> => {
  const { consumerId, deploymentId } = consumer;
  await through(run, deployment.gatewayId, async (session) => {
    const desired = config ? await desiredOfKey(run, session, consumer, deployment, config) : [];
    await reconcileEntities({
      run,
      session,
      deploymentId,
      desired,
      actual: () => actualOfConsumer(session, { consumerId, deploymentId }, desired),
      assertStillWanted: async () => {
        await currentConsumer(run);
        if (!config) return;
        await served(run, consumer);
        await assertAccess(run, consumer);
      },
    });
    if (proves) await proveKey(run, session, deploymentId, deployment, desired);
  });
};

/**
 * Carries out the newest request for a key: a new key, another limit, or a new generation of credentials. Then destroys
 * the secrets in the vault that no request needs any more.
 */
export const applyConsumer: Handler = {
  run: async (run) => {
    const consumer = await currentConsumer(run);
    await assertOrganizationStays(run, consumer);
    const deployment = await served(run, consumer);
    await assertAccess(run, consumer);
    await applyConfig(run, consumer, deployment, consumer.wanted, { through: untilKnownEverywhere, proves: true });
    await destroyRetired(run, consumer, consumer.wanted);
    await run.decide(consumerDecider, consumer.consumerId, {
      type: 'ConfirmConsumer',
      data: { operationId: run.operationId },
    });
  },

  // Removes a new key, and sets a changed one back.
  restore: async (run) => {
    const consumer = await currentConsumer(run);
    const deployment = await loadState(run.services.store, deploymentDecider, consumer.deploymentId);
    // The removal of the deployment has also removed its keys.
    if (deployment.status === 'none' || deployment.status === 'removed') return;
    const isGoing = deployment.status === 'undeploying' || !(await hasAccess(run, consumer));
    const config = isGoing ? null : consumer.applied;
    // Its caller calls with it. Until it is wholly this portal's, it works as it was.
    if (!isGoing && !config && consumer.wanted.credentials.apiKey?.former) return;
    const now = servedBy(deployment) ?? deployment.wanted;
    await applyConfig(run, consumer, now, config, { through: withGateway, proves: false });
  },

  fail: async (run) => {
    const { operationId } = run;
    const consumer = await currentConsumer(run);
    const deployment = await loadState(run.services.store, deploymentDecider, consumer.deploymentId);
    const isGone = deployment.status === 'none' || deployment.status === 'removed';
    if (isGone) await destroyRetired(run, consumer, null);
    // A key without a deployment is of no use.
    const type = isGone ? 'ConfirmUndeployment' : 'FailConsumer';
    await run.decide(consumerDecider, consumer.consumerId, { type, data: { operationId } });
  },

  isHeldUp: async ({ services: { store }, subject }) => {
    const consumer = await loadState(store, consumerDecider, subject.id);
    return (
      consumer.status !== 'none' &&
      (await loadState(store, deploymentDecider, consumer.deploymentId)).status === 'deploying'
    );
  },
};
