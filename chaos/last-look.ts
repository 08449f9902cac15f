import { type Counts, type ProxyOf, shoot } from './callers.ts';
import type { LogView } from './log-view.ts';
import type { Secrets } from './secrets.ts';

const atOnce = 8;

/**
 * Calls everything once more after all operations have ended: every deployment without a key, every key at its own
 * deployment. The state that was requested last must be served, and removed things must not.
 *
 * @param view the log, read again.
 * @returns a message for each thing that is not served although it should be.
 */
export const lookOnce = async (
  proxyOf: ProxyOf,
  view: LogView,
  secrets: Secrets,
  tally: Counts,
): Promise<readonly string[]> => {
  const missing: string[] = [];
  const shots = [
    ...[...view.deployments.values()].map((aimed) => ({ kind: 'nobody', aimed }) as const),
    ...[...view.keys.values()].flatMap((key) => {
      const aimed = view.deployments.get(key.deploymentId);
      if (!aimed) return [];
      const organization = view.organizations.all.get(key.organizationId);
      const isOn = organization?.status === 'active';
      const kind = key.works && aimed.serves && isOn ? ('valid' as const) : ('removed' as const);
      const shot = { aimed, key, organization } as const;
      return [
        { ...shot, kind },
        ...[...key.retired.keys()].map((secretId) => ({ ...shot, kind: 'removed' as const, secretId })),
      ];
    }),
  ];
  const worker = async () => {
    for (let shot = shots.shift(); shot; shot = shots.shift()) {
      const seen = await shoot(proxyOf, secrets, shot, tally);
      if (shot.kind === 'valid' && seen && seen.arrived === undefined && seen.status !== 429)
        missing.push(`key ${shot.key.id} at ${shot.aimed.path} gets the status ${seen.status}`);
      if (shot.kind === 'nobody' && shot.aimed.serves && seen?.status === 404)
        missing.push(`deployment ${shot.aimed.id} at ${shot.aimed.path} is not on the gateway`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return missing;
};
