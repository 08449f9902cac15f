import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#platform/vault.ts';

/** The id that a gateway reports with before it is saved. No resource has it. */
export const unsavedGatewayId = 2_147_483_647;

type Fingerprint = Pick<Vault, 'fingerprint'>;

const sealOf = ({ fingerprint }: Fingerprint, gatewayId: number, token: string, until: string): string =>
  fingerprint(`report-test/${gatewayId}/${token}/${until}`);

/**
 * Returns the key that a gateway sends with the reports of a test: nothing but the test's own report is taken with it. So the
 * settings of a form can be tried before they are saved. Only this installation can make one.
 *
 * @param until milliseconds of the clock.
 */
export const testKeyOf = (vault: Fingerprint, gatewayId: number, token: string, until: number): string =>
  `test.${token}.${until}.${sealOf(vault, gatewayId, token, String(until))}`;

/** Returns the token of a test's key; undefined for every other key, and after its time. */
export const tokenOfTestKey = (
  vault: Fingerprint,
  gatewayId: number,
  key: string | undefined,
  now: Date,
): string | undefined => {
  const [word, token = '', until = '', seal = ''] = key?.split('.') ?? [];
  if (word !== 'test' || !/^[\w-]{1,100}$/.test(token) || !(Number(until) > now.getTime())) return undefined;
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(vault, gatewayId, token, until))];
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
};
