import type { EventStore } from '#eventstore/event-store.ts';
import type { Pool } from '#platform/database.ts';
import type { Vault } from '#platform/vault.ts';

/** A gateway that several worlds may have. */
export type SharedGateway = Readonly<{ adminUrl: string; proxyUrl: string; proxySslUrl: string; adminToken: string }>;

/** Calls the Admin API. @throws when it refuses. */
export const adminOf =
  ({ adminUrl, adminToken }: Pick<SharedGateway, 'adminUrl' | 'adminToken'>) =>
  async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${adminUrl}${path}`, {
      method,
      headers: { 'kong-admin-token': adminToken, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : {};
  };

/** A world in which nothing has happened yet. */
export type EmptyWorld = Readonly<{
  store: EventStore;
  pool: Pool;
  vault: Vault;
  gateway: SharedGateway;
  upstreamUrl: string;
}>;

/**
 * @property shared a gateway in place of one of the world's own.
 * @property past   what an older release left behind: fills log and gateway; gateway 1 is then among it.
 */
export type Beginning = Readonly<{ shared?: SharedGateway; past?: (world: EmptyWorld) => Promise<void> }>;
