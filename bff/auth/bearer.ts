import { RefusedError, refuse } from '#domain/core/problem.ts';
import { findPersonByIdentity, type Person } from '#projections/person.ts';
import type { Services } from '../http/services.ts';
import { verifyAccessToken } from './verify-access-token.ts';

const maximumLength = 8_000;

const refused = (code: string) => new RefusedError(refuse('unauthenticated', { code }));

/**
 * Returns the person of an access token (requirements A2, A3), and when they proved to the provider who they are.
 *
 * @throws RefusedError 401 when it is not a valid access token of a known, active user; 503 when the provider's keys can't
 *         be loaded.
 */
export const personOfBearer = async (
  services: Services,
  token: string,
): Promise<Readonly<{ person: Person; signedInAt: Date | undefined }>> => {
  if (token.length > maximumLength) throw refused('token.invalid');
  const { issuer, subject, signedInAt } = await verifyAccessToken(services, token);
  const person = await findPersonByIdentity(services.pool, issuer, subject);
  if (!person) throw refused('user.unknown');
  if (!person.active) throw refused('user.disabled');
  return { person, signedInAt };
};
