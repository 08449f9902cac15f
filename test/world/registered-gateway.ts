import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '#bff/http/new-id.ts';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { createKongClient, type KongClient } from '#gateway/admin-api/client.ts';
import type { KongObject } from '#gateway/admin-api/entity.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import { randomId } from '#platform/uuid.ts';
import { startGateway } from '#sandbox/gateway/start-gateway.ts';
import { storeObjects } from '#workers/gateway/mirror/store-mirror.ts';
import type { BffWorld } from './bff-world.ts';

/**
 * A gateway that answers, in a world of calls without workers.
 *
 * @property hold stores an object in the table of what the gateway holds; the gateway itself does not get it.
 */
export type RegisteredGateway = Readonly<{
  gatewayId: number;
  adminUrl: string;
  client: KongClient;
  hold: (kind: ObjectKind, body: KongObject) => Promise<void>;
  close: () => Promise<void>;
}>;

/** Starts a sandbox gateway and registers it. */
export const startRegisteredGateway = async (world: BffWorld): Promise<RegisteredGateway> => {
  const { services } = world;
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-gateway-'));
  const gateway = await startGateway({ dataFolder, adminPort: 0, proxyPort: 0, proxySslPort: 0 });
  const client = createKongClient({ adminUrl: gateway.adminUrl });
  const gatewayId = await newId(services.pool, 'resource');
  const secretId = randomId();
  const secret = { id: secretId, kind: 'telemetry-key', owner: 'test', value: 'tele-key' };
  await services.vault.sealSecret(services.pool, secret);
  const done = await execute({
    store: services.store,
    decider: resourceDecider,
    id: gatewayId,
    command: {
      type: 'RegisterResource',
      data: {
        resourceId: gatewayId,
        type: 'KONG',
        name: 'Real gateway',
        isPublic: true,
        organizations: [],
        adminUrl: gateway.adminUrl,
        apiUrl: gateway.proxyUrl,
        apiSslUrl: gateway.proxySslUrl,
        httpLogEndpoint: 'http://portal.example/ingest',
        adminApiKey: null,
        telemetryKey: { secretId, fingerprint: 'f', last4: '-key' },
      },
    },
    meta: {
      actor: { userId: 0, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] },
      commandId: randomId(),
      correlationId: randomId(),
      time: new Date().toISOString(),
    },
  });
  if (!('position' in done)) throw new Error('no gateway');
  await world.shown(done.position);
  return {
    gatewayId,
    adminUrl: gateway.adminUrl,
    client,
    hold: async (kind, body) => {
      const { names, vault } = services;
      await storeObjects(world.pool, gatewayId, await mirrored({ gatewayId, client, names, vault }, kind, [body]));
    },
    close: async () => {
      await client.close();
      await gateway.close().catch(() => undefined);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};
