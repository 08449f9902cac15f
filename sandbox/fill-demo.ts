import { eventCatalogue } from '../domain/event-catalogue.ts';
import { identifyInstallation } from '../eventstore/identify-installation.ts';
import { openEventStore } from '../eventstore/open-event-store.ts';
import { createGatewayNames } from '../gateway/names/gateway-names.ts';
import { createPool } from '../platform/database.ts';
import { createVault } from '../platform/vault.ts';
import { readPath } from '../projections/read-path.ts';
import { demoActivity } from './demo/activity.ts';
import { demoEvents } from './demo/events.ts';
import { type DemoGateway, seed } from './demo/seed.ts';
import { demoTeam } from './demo/team.ts';
import { databaseUrlOf, echoUrlOf, issuerOf, kafkaOf, type Sandbox } from './parts.ts';

/**
 * Fills in the demo. Does not change what an earlier start filled in.
 *
 * @returns a sentence for each topic of the demo that is not made, and each API that is not deployed.
 * @param identified gets the installation's id before anything is made on the gateway, so that a reset can remove it.
 */
export const fillDemo = async (
  sandbox: Sandbox,
  gateway: DemoGateway,
  identified: (installationId: string) => void,
): Promise<readonly string[]> => {
  const key = Buffer.from(sandbox.identity.porticoKey, 'base64');
  const pool = createPool(databaseUrlOf(sandbox).app, {
    applicationName: 'portico-demo',
    searchPath: readPath,
    max: 4,
  });
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue });
  const installation = await identifyInstallation(store);
  identified(installation.installationId);
  const kafka = kafkaOf(sandbox);
  const services = { store, pool, vault: createVault(key), issuer: issuerOf(sandbox), gateway, kafka };
  const seeded = await seed(services);
  await demoTeam(services, seeded);
  const late = await demoEvents({ ...services, names: createGatewayNames(installation) }, seeded);
  const missing = [...late, ...(await demoActivity(services, seeded, echoUrlOf(sandbox)))];
  await store.close();
  await pool.end();
  return missing;
};
