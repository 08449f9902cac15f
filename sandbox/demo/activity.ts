import { demoAccess } from './access.ts';
import { addKey } from './add-key.ts';
import { type DeployedApi, deployedApis, sharedApi } from './catalogue.ts';
import { deployApi } from './deploy-api.ts';
import { type DemoCaller, recordHistory } from './record-history.ts';
import type { Seeded, SeedServices } from './seed.ts';
import { createSteps } from './steps.ts';
import { LateError } from './until.ts';

/** Makes a few calls of the partner through the gateway, the last one without the key. */
const callShared = async (address: string, apikey: string): Promise<void> => {
  const call = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${address}${path}`, { headers })).arrayBuffer();
  for (const path of [
    '/orders',
    '/orders/1042',
    '/orders?limit=5',
    '/status/404',
    '/orders/1043',
    '/status/500',
    '/orders',
  ])
    await call(path, { apikey });
  await call('/orders', {});
};

/**
 * Deploys most APIs, with a key and the calls of the last days, so that nobody starts with empty screens. One of them
 * is shared with the partner and called through the gateway. Does each once. A start after an interrupted one
 * continues, unless somebody has removed the deployment since.
 *
 * @param upstream the address that the gateway passes the calls on to.
 * @returns a sentence for each API that is not deployed.
 */
export const demoActivity = async (
  services: SeedServices,
  seeded: Seeded,
  upstream: string,
): Promise<readonly string[]> => {
  const missing: string[] = [];
  const steps = createSteps(services, seeded);

  const setToWork = async (api: DeployedApi): Promise<(DemoCaller & { value?: string }) | undefined> => {
    const isShared = api.name === sharedApi;
    const organization = isShared ? seeded.partner : seeded.internal;
    const known = await steps.entityOf('key', api);
    if (known !== undefined) return { api, consumerId: known, organization };
    const deploymentId = await deployApi(services, seeded, steps, api, upstream);
    if (typeof deploymentId === 'string') missing.push(`${api.name}: ${deploymentId}`);
    if (typeof deploymentId !== 'number') return undefined;
    const grantId = isShared ? await demoAccess(services, seeded) : null;
    const key = await addKey(services, seeded, steps, api, { deploymentId, organizationId: organization.id, grantId });
    return { api, organization, ...key };
  };

  const inTime = async (api: DeployedApi) => {
    try {
      return await setToWork(api);
    } catch (error) {
      if (!(error instanceof LateError)) throw error;
      missing.push(`${api.name}: ${error.message} The portal goes on with it.`);
      return undefined;
    }
  };

  const others = deployedApis.filter(({ name }) => name !== sharedApi);
  const begun = await Promise.all(others.map((api) => steps.entityOf('deploy', api)));
  // An earlier release deployed only the shared API. Its data stays as it is.
  if (begun.every((id) => id === undefined) && (await steps.entityOf('key', { name: sharedApi })) !== undefined)
    return [];

  const callers = (await Promise.all(deployedApis.map(inTime))).filter((caller) => caller !== undefined);
  await recordHistory(services, seeded, callers);
  const value = callers.find(({ api }) => api.name === sharedApi)?.value;
  if (value !== undefined) await callShared(`${services.gateway.apiUrl}/orders-dev`, value);
  return missing;
};
