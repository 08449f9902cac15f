import type { Pool } from '#platform/database.ts';
import { createVault } from '#platform/vault.ts';
import type { LogView, SeenKey } from './log-view.ts';

/**
 * What the keys are, as whoever was given them knows them. They are read from the vault as long as they are there, and
 * remembered for good: a key that was taken away is tried for ever after.
 */
export const openSecrets = (pool: Pool, porticoKey: Buffer, view: LogView) => {
  const vault = createVault(porticoKey);
  const known = new Map<number, string>();
  const asked = new Set<number>();
  const ask = async ({ id, secretId }: SeenKey) => {
    if (!secretId || asked.has(id)) return;
    asked.add(id);
    try {
      const value = await vault.openSecret(pool, secretId);
      if (value !== undefined) known.set(id, value);
    } catch {
      // The database is away.
      asked.delete(id);
    }
  };
  const learn = async () => {
    for (const key of view.keys.values()) if (!known.has(key.id) && !key.removal) await ask(key);
  };
  let learning: Promise<void> | undefined;
  return {
    of: (keyId: number): string | undefined => known.get(keyId),
    /** Learns what is new; at most once at a time. */
    learn: (): Promise<void> => {
      learning ??= learn().finally(() => {
        learning = undefined;
      });
      return learning;
    },
  };
};
export type Secrets = ReturnType<typeof openSecrets>;
