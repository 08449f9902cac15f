import * as client from 'openid-client';
import type { Services } from '../http/services.ts';
import { identityProvider } from './identity-provider.ts';
import { isOfStore } from './last-seen.ts';
import { detailsOf, noteTrouble } from './provider-trouble.ts';
import { openTokens, sealTokens } from './session-store.ts';
import { endSession } from './sessions.ts';

/** Seconds that one HTTP request has the renewal for itself. After that, or after a failure, another one tries. */
const claimSeconds = 60;

/**
 * Refreshes a session silently: when its tokens are due, asks the provider whether it still knows the person, and ends the
 * session if not. A provider that does not respond changes nothing (requirement J7). Only one of several tabs and processes
 * asks, because a refresh token may be used once. While the database can't write, the provider is not asked.
 *
 * @returns whether the session still exists.
 */
export const renewTokens = async (services: Services, hash: string): Promise<boolean> => {
  const { pool, settings, now, log } = services;
  const time = now();
  const { rows } = await pool
    .query<{ userId: number; tokens: Buffer }>(
      `update sessions set tokens_due_at = $3 where hash = $1 and tokens_due_at <= $2 and tokens is not null
       returning user_id as "userId", tokens`,
      [hash, time, new Date(time.getTime() + claimSeconds * 1000)],
    )
    .catch((error: unknown) => {
      if (!isOfStore(error)) throw error;
      log.warn({ error: error.name }, 'tokens were not renewed');
      return { rows: [] };
    });
  const [due] = rows;
  if (!due) return true;
  try {
    const provider = await identityProvider(settings);
    const { refreshToken } = openTokens(settings.PORTICO_KEY, hash, due.tokens);
    const tokens = await client.refreshTokenGrant(provider.client, refreshToken);
    const next = sealTokens(settings.PORTICO_KEY, hash, { refreshToken: tokens.refresh_token ?? refreshToken });
    await pool.query('update sessions set tokens = $2, tokens_due_at = $3 where hash = $1', [
      hash,
      next,
      new Date(time.getTime() + (tokens.expires_in ?? 3600) * 1000),
    ]);
    return true;
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') {
      await endSession(services, { hash, userId: due.userId }, 'back-channel');
      return false;
    }
    log.warn(detailsOf(error), 'tokens were not renewed');
    noteTrouble(services, error);
    return true;
  }
};
