import type { Pool } from '#platform/database.ts';
import { createVault } from '#platform/vault.ts';
import type { LogView } from './log-view.ts';

/**
 * Reads the values of the keys, as their users know them. Reads them from the vault while they are there, and keeps
 * them, because removed keys are tried until the end.
 */
export const openSecrets = (pool: Pool, porticoKey: Buffer, view: LogView) => {
  const vault = createVault(porticoKey);
  const known = new Map<string, string>();
  const asked = new Set<string>();
  const ask = async (secretId: string | undefined) => {
    if (!secretId || asked.has(secretId)) return;
    asked.add(secretId);
    try {
      const value = await vault.openSecret(pool, secretId);
      if (value !== undefined) known.set(secretId, value);
    } catch {
      // The database is away.
      asked.delete(secretId);
    }
  };
  const learn = async () => {
    for (const { removal, secretId, next } of view.keys.values())
      if (!removal) for (const value of [secretId, next]) await ask(value);
  };
  let learning: Promise<void> | undefined;
  return {
    of: (secretId: string | undefined): string | undefined => known.get(secretId ?? ''),
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
