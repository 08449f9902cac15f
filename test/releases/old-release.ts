import { readFile } from 'node:fs/promises';
import type { EventMeta } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { randomId } from '#platform/uuid.ts';
import type { EmptyWorld } from '../world/worker-world.ts';

type Row = Readonly<Record<string, unknown> & { id: string }>;
type Left = Readonly<{
  events: readonly (PorticoEvent & Readonly<{ stream: string; meta: EventMeta }>)[];
  secrets: readonly Readonly<{ id: string; kind: string; owner: string; value: string }>[];
  gateway: Readonly<Record<string, readonly Row[]>>;
}>;

/** What lies under what, so that nothing is made before what it names. */
const order = ['services', 'consumers', 'routes', 'plugins', 'acls', 'key-auths', 'oauth2'];

/**
 * What commit fdd8e35 left behind, the last release in which installations had no id: deployment 1 (payments, API keys)
 * with key 1 (limited) and key 2 (in the middle of a rotation), deployment 2 (orders, keys and tokens) with key 3. Its
 * log, without the steps of the operations, and everything that the gateway held.
 *
 * @param telemetryKey in place of its own: another installation's.
 * @param onGateway    whether the gateway gets its things, too.
 */
export const oldRelease =
  ({ telemetryKey, onGateway = true }: Readonly<{ telemetryKey?: string; onGateway?: boolean }> = {}) =>
  async ({ store, pool, vault, gateway, upstreamUrl }: EmptyWorld): Promise<void> => {
    const { port } = new URL(upstreamUrl);
    const text = (await readFile(new URL('../fixtures/old-release.json', import.meta.url), 'utf8'))
      .replaceAll('{admin}', gateway.adminUrl)
      .replaceAll('{proxy}', gateway.proxyUrl)
      .replaceAll('{proxySsl}', gateway.proxySslUrl)
      .replaceAll('"{upstreamPort}"', port)
      .replaceAll('{upstreamPort}', port);
    const left: Left = JSON.parse(text);
    const plainOf = (kind: string, value: string) => {
      if (kind === 'admin-key') return gateway.adminToken;
      return kind === 'telemetry-key' && telemetryKey ? telemetryKey : value;
    };
    for (const secret of left.secrets)
      await vault.sealSecret(pool, { ...secret, value: plainOf(secret.kind, secret.value) });
    const versions = new Map<string, number>();
    for (const { stream, meta, ...event } of left.events) {
      const version = versions.get(stream) ?? 0;
      versions.set(stream, version + 1);
      await store.append({
        stream,
        expectedVersion: version,
        events: [{ ...event, id: randomId() }],
        meta: { ...meta, commandId: randomId() },
      });
    }
    if (!onGateway) return;
    for (const collection of order)
      for (const { id, ...body } of left.gateway[collection] ?? [])
        await gateway.admin('PUT', `/${collection}/${id}`, body);
  };
