import { newId } from '../../bff/http/new-id.ts';
import { isRefusal } from '../../domain/core/problem.ts';
import { deploymentDecider } from '../../domain/deployment/decider.ts';
import { plainDeployment } from '../../domain/deployment/deployment.ts';
import { execute } from '../../eventstore/execute.ts';
import { loadState } from '../../eventstore/load.ts';
import type { DeployedApi } from './catalogue.ts';
import type { Seeded, SeedServices } from './seed.ts';
import type { Steps } from './steps.ts';
import { until } from './until.ts';

/**
 * Deploys an API of the demo, unless an earlier start did.
 *
 * @param upstream the target of the deployment.
 * @returns the deployment's id, undefined if it failed or somebody has removed it since.
 */
export const deployApi = async (
  { store, pool }: SeedServices,
  { apiIds, gatewayId }: Seeded,
  { idOf, metaOf, entityOf }: Steps,
  api: DeployedApi,
  upstream: string,
): Promise<number | undefined> => {
  const { environment, contextPath } = api.deployed;
  let deploymentId = await entityOf('deploy', api);
  if (deploymentId === undefined) {
    deploymentId = await newId(pool, 'deployment');
    const config = {
      name: api.name.replace(/ API$/, ''),
      environment,
      authentication: 'apikey',
      contextPath,
      upstreamUrl: upstream,
      gatewayId,
      tokenExpiration: 86_400,
      ratePerMinute: 120,
      ...plainDeployment,
    } as const;
    const apiId = apiIds.get(api.name) as number;
    const done = await execute({
      store,
      decider: deploymentDecider,
      id: deploymentId,
      command: {
        type: 'RequestDeployment',
        data: { deploymentId, operationId: idOf('deploy-operation', api), apiId, config },
      },
      meta: metaOf('deploy', api),
      outcome: { id: deploymentId },
    });
    if (isRefusal(done)) throw new Error(`the demo's deployment was refused: ${done.problems[0].code}`);
  }
  const id = deploymentId;
  const status = async () => (await loadState(store, deploymentDecider, id)).status;
  await until(`deployment of ${api.name}`, async () => (await status()) !== 'deploying');
  return (await status()) === 'deployed' ? id : undefined;
};
