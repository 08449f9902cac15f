import { timingSafeEqual } from 'node:crypto';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Services } from '../http/services.ts';

/** HMAC-SHA256 in hex has 64 characters; compared with when there is no such gateway, so that both take as long. */
const nobody = '0'.repeat(64);

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Lets a gateway in by the key that Portico gave it (requirement D10). Keyed fingerprints are compared, in constant
 * time: the key itself is not read from the vault for this.
 *
 * @throws RefusedError 401, the same for a wrong key, none, another gateway's and an unknown gateway.
 */
export const requireGatewayKey = async (
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  gatewayId: number | undefined,
  key: string | undefined,
): Promise<number> => {
  const gateway =
    gatewayId === undefined
      ? undefined
      : await db
          .selectFrom('resources')
          .select('telemetry_key_fingerprint')
          .where('id', '=', gatewayId)
          .where('type', '=', 'KONG')
          .executeTakeFirst();
  const known = equal(vault.fingerprint(key ?? ''), gateway?.telemetry_key_fingerprint ?? nobody);
  if (!known || !key || gatewayId === undefined) {
    throw new RefusedError(refuse('unauthenticated', { code: 'telemetry.key-invalid' }));
  }
  return gatewayId;
};
