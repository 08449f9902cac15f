import { newId } from '../../bff/http/new-id.ts';
import type { EventMeta } from '../../domain/core/event.ts';
import { streamOf } from '../../domain/core/id.ts';
import { isRefusal } from '../../domain/core/problem.ts';
import { deploymentDecider } from '../../domain/deployment/decider.ts';
import { plainDeployment } from '../../domain/deployment/deployment.ts';
import { execute } from '../../eventstore/execute.ts';
import { loadState } from '../../eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '../../platform/uuid.ts';
import { type DeployedApi, deployedName } from './catalogue.ts';
import { problemText } from './problem-text.ts';
import type { Seeded, SeedServices } from './seed.ts';
import type { Steps } from './steps.ts';
import { until } from './until.ts';

/** Returns the settings of an API's deployment in the demo. */
const configOf = ({ name, deployed }: DeployedApi, upstreamUrl: string, gatewayId: number) =>
  ({
    name: deployedName(name),
    environment: deployed.environment,
    authentication: 'apikey',
    contextPath: deployed.contextPath,
    upstreamUrl,
    gatewayId,
    tokenExpiration: 86_400,
    ratePerMinute: 120,
    ...plainDeployment,
  }) as const;

/** Returns the portal's sentence about why an operation failed. */
const reasonOf = async ({ store }: SeedServices, operationId: string): Promise<string> => {
  const failed = (await store.read(streamOf('operation', operationId))).findLast(
    (event) => event.type === 'OperationFailed',
  );
  const [problem] = failed?.type === 'OperationFailed' ? failed.data.problems : [];
  return problem ? problemText(problem) : 'It failed.';
};

/**
 * Deploys an API of the demo, unless an earlier start did. What failed then is tried again.
 *
 * @param upstream the target of the deployment.
 * @returns the deployment's id; a sentence that says why it failed; undefined if somebody has removed it since.
 * @throws LateError
 */
export const deployApi = async (
  services: SeedServices,
  { apiIds, gatewayId }: Seeded,
  { idOf, metaOf, entityOf }: Steps,
  api: DeployedApi,
  upstream: string,
): Promise<number | string | undefined> => {
  const { store, pool } = services;
  const apiId = apiIds.get(api.name) as number;
  const request = async (deploymentId: number, operationId: string, meta: EventMeta): Promise<void> => {
    const data = { deploymentId, operationId, apiId, config: configOf(api, upstream, gatewayId) };
    const command = { type: 'RequestDeployment', data } as const;
    const outcome = { id: deploymentId };
    const done = await execute({ store, decider: deploymentDecider, id: deploymentId, command, meta, outcome });
    if (isRefusal(done)) throw new Error(`the demo's deployment was refused: ${done.problems[0].code}`);
  };
  const known = await entityOf('deploy', api);
  const id = known ?? (await newId(pool, 'deployment'));
  const now = () => loadState(store, deploymentDecider, id);
  if (known === undefined) await request(id, idOf('deploy-operation', api), metaOf('deploy', api));
  else {
    const before = await now();
    if (before.status === 'failed' && before.previous === null) {
      const again = (what: string) => uuidV5(porticoNamespace, `demo/again/${what}/${before.operationId}`);
      await request(id, again('operation'), { ...metaOf('deploy', api), commandId: again('command') });
    }
  }
  await until(`deployment of the ${api.name}`, async () => (await now()).status !== 'deploying');
  const deployment = await now();
  if (deployment.status === 'failed') return reasonOf(services, deployment.operationId);
  return deployment.status === 'deployed' ? id : undefined;
};
