import { randomBytes } from 'node:crypto';
import { newId } from '../../bff/http/new-id.ts';
import { consumerDecider } from '../../domain/consumer/decider.ts';
import { streamOf } from '../../domain/core/id.ts';
import { isRefusal } from '../../domain/core/problem.ts';
import { execute } from '../../eventstore/execute.ts';
import { loadState } from '../../eventstore/load.ts';
import type { DeployedApi } from './catalogue.ts';
import type { Seeded, SeedServices } from './seed.ts';
import type { Steps } from './steps.ts';
import { until } from './until.ts';

/** Whose key it is. A partner needs the grant `grantId`. */
type Owner = Readonly<{ deploymentId: number; organizationId: number; grantId: number | null }>;

/** Adds a key to a deployment of the demo, and waits until it works. */
export const addKey = async (
  { store, pool, vault }: SeedServices,
  { apiIds }: Seeded,
  { idOf, metaOf }: Steps,
  api: DeployedApi,
  { deploymentId, organizationId, grantId }: Owner,
): Promise<Readonly<{ consumerId: number; value: string }>> => {
  const consumerId = await newId(pool, 'consumer');
  const secretId = idOf('key-secret', api);
  const value = await vault.sealSecret(pool, {
    id: secretId,
    kind: 'api-key',
    owner: streamOf('consumer', consumerId),
    value: randomBytes(24).toString('base64url'),
  });
  const done = await execute({
    store,
    decider: consumerDecider,
    id: consumerId,
    command: {
      type: 'RequestConsumer',
      data: {
        consumerId,
        operationId: idOf('key-operation', api),
        deploymentId,
        apiId: apiIds.get(api.name) as number,
        organizationId,
        nickname: api.deployed.nickname,
        rateLimit: null,
        requestTransformer: null,
        credentials: {
          apiKey: { secretId, fingerprint: vault.fingerprint(value), last4: value.slice(-4) },
          oauth2: null,
        },
        grantId,
      },
    },
    meta: metaOf('key', api),
    outcome: { id: consumerId },
  });
  if (isRefusal(done)) throw new Error(`the demo's key was refused: ${done.problems[0].code}`);
  const isActive = async () => (await loadState(store, consumerDecider, consumerId)).status === 'active';
  await until(`key of ${api.name}`, isActive);
  return { consumerId, value };
};
