import type { Context } from 'hono';
import { freshMinutes } from '#domain/core/fresh-sign-in.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Caller } from './context.ts';
import type { Services } from './services.ts';

/** Seconds that the identity provider's clock may be ahead of ours. */
const clockTolerance = 60;
const freshSeconds = freshMinutes * 60;
/** Seconds that are left to send a call after the identity provider found no need to ask again. */
const spare = 60;

/** `max_age` of a sign-in that has to be fresh, in seconds. */
export const wantedAge = freshSeconds - spare;

/**
 * Returns when a person proved to the identity provider who they are, from the claim `auth_time`.
 *
 * @returns undefined for no number, and for a time to come, such as one in milliseconds: it would be fresh for ever.
 */
export const signedInAtOf = (claim: unknown, now: Date): Date | undefined => {
  if (typeof claim !== 'number' || !(claim >= 0) || claim * 1000 > now.getTime() + clockTolerance * 1000)
    return undefined;
  return new Date(Math.min(claim * 1000, now.getTime()));
};

/** Returns whether a sign-in is fresh. One whose time is unknown is not. */
export const isFresh = (signedInAt: Date | undefined, now: Date): boolean =>
  signedInAt !== undefined && now.getTime() - signedInAt.getTime() <= freshSeconds * 1000;

type Called = Readonly<{
  c: Pick<Context, 'header'>;
  caller: Pick<Caller, 'signedInAt' | 'session'>;
  services: Pick<Services, 'now'>;
}>;

/**
 * Refuses a call whose person has not signed in for a while. A script is told as RFC 9470 says.
 *
 * @throws RefusedError 401 `sign-in.not-fresh`.
 */
export const requireFresh = ({ c, caller, services }: Called): void => {
  if (isFresh(caller.signedInAt, services.now())) return;
  if (caller.session === undefined)
    c.header('www-authenticate', `Bearer error="insufficient_user_authentication", max_age="${freshSeconds}"`);
  throw new RefusedError(
    refuse('unauthenticated', { code: 'sign-in.not-fresh', parameters: { minutes: freshMinutes } }),
  );
};
