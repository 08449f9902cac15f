import type { Pool } from '#platform/database.ts';
import { createVault } from '#platform/vault.ts';
import type { LogView, SeenKey } from './log-view.ts';

/**
 * Reads the values of the keys, as their users know them. Reads them from the vault while they are there, and keeps
 * them, because removed keys are tried until the end.
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
    /** Reads the values of new keys. Runs only once at a time. */
    learn: (): Promise<void> => {
      learning ??= learn().finally(() => {
        learning = undefined;
      });
      return learning;
    },
  };
};
export type Secrets = ReturnType<typeof openSecrets>;
