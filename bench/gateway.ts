import { eventActor } from '#bff/http/event-meta.ts';
import { portal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import type { World } from './world.ts';

/** Returns the meta of a command that the portal itself gives. */
export const portalMeta = () => ({
  actor: eventActor(portal),
  commandId: randomId(),
  correlationId: randomId(),
  time: new Date().toISOString(),
});

type Addresses = Readonly<{ adminUrl: string; proxyUrl: string; proxySslUrl: string; logUrl: string }>;

/** Registers a gateway with the id 1. @returns the position from which read tables have it. */
export const registerGateway = async (
  { services: { store, vault, pool } }: World,
  { adminUrl, proxyUrl, proxySslUrl, logUrl }: Addresses,
): Promise<string> => {
  const telemetryKey = { secretId: randomId(), fingerprint: vault.fingerprint('bench'), last4: 'ench' };
  await vault.sealSecret(pool, {
    id: telemetryKey.secretId,
    kind: 'telemetry-key',
    owner: 'resource-1',
    value: 'bench',
  });
  const registered = await execute({
    store,
    decider: resourceDecider,
    id: 1,
    command: {
      type: 'RegisterResource',
      data: {
        resourceId: 1,
        type: 'KONG',
        name: 'Bench gateway',
        isPublic: true,
        organizations: [],
        adminUrl,
        apiUrl: proxyUrl,
        apiSslUrl: proxySslUrl,
        httpLogEndpoint: logUrl,
        adminApiKey: null,
        telemetryKey,
      },
    },
    meta: portalMeta(),
  });
  if (isRefusal(registered)) throw new Error(registered.problems[0].code);
  return registered.position;
};
