import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AuthorizationResponseError } from 'openid-client';
import { isRefusal } from '#domain/core/problem.ts';
import type { BffEnv } from '../http/context.ts';
import { countCall } from '../http/limit-calls.ts';
import type { Services } from '../http/services.ts';
import { clearSignInCookie, readSignInCookie, setSessionCookie } from './cookies.ts';
import { exchangeCode, type SignedIn, StaleSignInError, UnfitClaimsError } from './exchange-code.ts';
import { failurePath, popupPage } from './failure-path.ts';
import { moveOnPage } from './move-on-page.ts';
import { openSession } from './open-session.ts';
import { detailsOf, noteTrouble, troubleCode } from './provider-trouble.ts';
import { recordRefusedSignIn } from './refused-sign-in.ts';
import { findSession } from './session-store.ts';
import { endSession } from './sessions.ts';
import { openTransaction } from './sign-in-transaction.ts';
import { takeTicket } from './tickets.ts';

/** Errors of the provider that mean "the person has to sign in". They are normal for a silent sign-in. */
const needsPerson = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

const codeOf = (error: unknown): string => {
  if (error instanceof AuthorizationResponseError) {
    if (needsPerson.has(error.error)) return 'sign-in.required';
    if (error.error === 'access_denied') return 'sign-in.cancelled';
    if (error.error === 'temporarily_unavailable') return 'sign-in.unavailable';
    return 'sign-in.failed';
  }
  if (error instanceof UnfitClaimsError) return error.code;
  if (error instanceof StaleSignInError) return 'sign-in.not-asked-again';
  return troubleCode(error) ?? 'sign-in.failed';
};

/** The provider knows the person, but the portal refuses them. */
const notForThem = new Set([
  'user.disabled',
  'sign-in.request-access',
  'sign-in.registration-waiting',
  'sign-in.registration-denied',
  'sign-in.no-organization',
  'sign-in.identity-replaced',
  'sign-in.invitation-over',
  'sign-in.id-unfit',
  'sign-in.email-unfit',
]);

const statusOf = (code: string): ContentfulStatusCode => {
  if (code === 'sign-in.unavailable' || code === 'sign-in.misconfigured' || code === 'session.not-ready') return 503;
  return notForThem.has(code) ? 403 : 400;
};

/** Ends the browser's old session when a person signs in again, perhaps as another user (requirement A6). */
const endPreviousSession = async (services: Services, hash: string | undefined) => {
  const previous = hash ? await findSession(services.pool, hash) : undefined;
  if (previous) await endSession(services, previous, 'ended');
};

/**
 * Handles the provider's callback. A failed sign-in that began here leaves one event and no session, and leads to a page
 * that says why (requirement A1).
 */
export const finishSignIn = async (c: Context<BffEnv>, services: Services): Promise<Response> => {
  const { settings, pool, now, log } = services;
  const origin = { correlationId: c.get('correlationId'), client: c.get('client') };
  const transaction = openTransaction(settings.PORTICO_KEY, readSignInCookie(c, settings), now());
  clearSignInCookie(c, settings);

  const fail = async (code: string) => {
    await recordRefusedSignIn(services, c, { reason: code, began: transaction !== undefined });
    return moveOnPage(c, failurePath(code, transaction), statusOf(code));
  };

  const isFirst = transaction && (await takeTicket(pool, `sign-in/${transaction.id}`, new Date(transaction.expiresAt)));
  // Anybody can send calls without a sign-in, or with one that has ended, so they use up nobody's sign-ins.
  await countCall(services, c, isFirst ? 'sign-in-callback' : 'stray-callback');
  if (!isFirst) return fail('sign-in.expired');

  let signedIn: SignedIn;
  try {
    signedIn = await exchangeCode(services, new URL(c.req.url).search, transaction);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'sign-in.required' && transaction.silent) return moveOnPage(c, failurePath(code, transaction));
    log.warn({ ...detailsOf(error), code }, 'sign-in refused');
    noteTrouble(services, error);
    return fail(code);
  }
  const session = await openSession(services, signedIn, origin);
  if (isRefusal(session)) return fail(session.problems[0].code);
  await endPreviousSession(services, transaction.previousSession);
  setSessionCookie(c, settings, session.cookie);
  return moveOnPage(c, transaction.popup ? popupPage : transaction.returnTo);
};
