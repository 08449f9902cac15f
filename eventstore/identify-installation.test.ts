import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeploymentConfig, plainDeployment } from '#domain/deployment/deployment.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { randomId } from '#platform/uuid.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { identifyInstallation } from './identify-installation.ts';
import { openEventStore } from './open-event-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.close());

it('makes one id for several processes that start at once', async () => {
  const { pool } = database;
  const key = randomBytes(32);
  const open = () => openEventStore({ pool, key, definitions: eventCatalogue }).store;
  const stores = [open(), open(), open(), open()];
  const meta = {
    actor: { userId: 1, organizationId: 1, roles: [] },
    correlationId: randomId(),
    time: new Date().toISOString(),
  };
  const config: DeploymentConfig = {
    name: 'n',
    environment: 'DEV',
    authentication: 'apikey',
    contextPath: 'n',
    upstreamUrl: 'http://service.example',
    gatewayId: 1,
    tokenExpiration: 60,
    ratePerMinute: null,
    ...plainDeployment,
  };
  for (const deploymentId of [2, 12, 9]) {
    const data = { deploymentId, operationId: randomId(), apiId: 1, from: null, to: config };
    await stores[0]?.append({
      stream: `deployment-${deploymentId}`,
      expectedVersion: 0,
      events: [{ id: randomId(), type: 'DeploymentRequested', data }],
      meta: { ...meta, commandId: randomId() },
    });
  }
  const found = await Promise.all(stores.map((store) => identifyInstallation(store)));
  expect(new Set(found.map(({ installationId }) => installationId)).size).toBe(1);
  expect(found[0]?.takenOver).toEqual({ deployment: 12, consumer: 0 });
  expect(await identifyInstallation(open())).toEqual(found[0]);
  expect(await open().read('installation-1')).toHaveLength(1);
  for (const store of stores) await store.close();
});
