import { timingSafeEqual } from 'node:crypto';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Services } from '../http/services.ts';
import { type Given, statement } from '../sql/statement.ts';

/** Compared when there is no such gateway, so that both cases take the same time. HMAC-SHA256 in hex: 64 characters. */
const nobody = '0'.repeat(64);

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const readFingerprint = statement(
  (db, { gatewayId }: Given<{ gatewayId: number }>, _choices: Readonly<Record<string, never>>) =>
    db
      .selectFrom('resources')
      .select('telemetry_key_fingerprint')
      .where('id', '=', gatewayId)
      .where('type', '=', 'KONG'),
);

/**
 * Authenticates a gateway by the key that Portico gave it (requirement D10). Compares keyed fingerprints in constant
 * time, so the key itself is not read from the vault.
 *
 * @throws RefusedError 401, the same for a wrong key, no key, another gateway's key and an unknown gateway.
 */
export const requireGatewayKey = async (
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  gatewayId: number | undefined,
  key: string | undefined,
): Promise<number> => {
  const [gateway] = gatewayId === undefined ? [] : await readFingerprint(db, { gatewayId }, {});
  const known = equal(vault.fingerprint(key ?? ''), gateway?.telemetry_key_fingerprint ?? nobody);
  if (!known || !key || gatewayId === undefined) {
    throw new RefusedError(refuse('unauthenticated', { code: 'telemetry.key-invalid' }));
  }
  return gatewayId;
};
