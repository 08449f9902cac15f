import { consumerDecider } from '#domain/consumer/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import type { TakenKey, TakeOverRequest } from '#domain/take-over/take-over.ts';
import { loadState } from '#eventstore/load.ts';
import type { EntityReference } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { Run } from '../engine/run.ts';

const stateOf = ({ services }: Pick<Run, 'services'>, { consumerId }: TakenKey) =>
  loadState(services.store, consumerDecider, consumerId);

/**
 * Makes one key the portal's: seals it, marks the credential at the gateway as the portal's, and requests the key. Its own
 * operation gives the credential to the key's consumer, by one call, so it always works.
 */
const takeKey = async (
  run: Run,
  { client, names }: GatewaySession,
  asked: TakeOverRequest,
  key: TakenKey,
): Promise<void> => {
  const { services, operationId } = run;
  const { deploymentId, apiId, organizationId, grantId } = asked;
  const { credentialId, callerId, consumerId, nickname } = key;
  const entity: EntityReference = { kind: 'key-auth', id: credentialId, consumerId: callerId, label: 'key-auth' };
  const found = await client.get(entity);
  const value = found?.body.key;
  // Somebody deleted it meanwhile.
  if (typeof value !== 'string') return;
  const secretId = uuidV5(porticoNamespace, `take-over/${operationId}/${credentialId}`);
  const { vault, pool } = services;
  await vault.sealSecret(pool, { id: secretId, kind: 'api-key', owner: streamOf('consumer', consumerId), value });
  crashPoint('take-over.seal-key.after');
  await run.assertCurrent();
  await client.put(entity, { key: value, tags: names.tags(deploymentId, consumerId) });
  crashPoint('take-over.mark-key.after');
  await run.decide(consumerDecider, consumerId, {
    type: 'RequestConsumer',
    data: {
      consumerId,
      operationId: uuidV5(porticoNamespace, `take-over/${operationId}/key/${consumerId}`),
      deploymentId,
      apiId,
      organizationId,
      nickname,
      rateLimit: null,
      requestTransformer: null,
      credentials: {
        apiKey: {
          secretId,
          fingerprint: vault.fingerprint(value),
          last4: value.slice(-4),
          former: { credentialId, consumerId: callerId },
        },
        oauth2: null,
      },
      grantId,
    },
  });
};

/** Makes the keys of a service the portal's, one after the other. */
export const takeKeys = async (run: Run, session: GatewaySession, asked: TakeOverRequest): Promise<void> => {
  for (const key of asked.keys) {
    await run.giveWay();
    if ((await stateOf(run, key)).status === 'none') await takeKey(run, session, asked, key);
  }
};

/** Returns whether one of the keys was requested. Then the routes are closed everywhere. */
export const hasBegunWithKeys = async (run: Run, { keys }: TakeOverRequest): Promise<boolean> => {
  for (const key of keys) if ((await stateOf(run, key)).status !== 'none') return true;
  return false;
};

/** Returns whether every key is at the gateway, or gone. */
export const haveAllKeys = async (run: Run, { keys }: TakeOverRequest): Promise<boolean> => {
  for (const key of keys) {
    const { status } = await stateOf(run, key);
    if (status === 'adding' || status === 'failed') return false;
  }
  return true;
};
