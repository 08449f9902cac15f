import type { ErrorHandler } from 'hono';
import type { BffEnv } from '../http/context.ts';
import { errorHandler } from '../http/error-handler.ts';
import type { Services } from '../http/services.ts';
import { readSignInCookie } from './cookies.ts';
import { failurePath } from './failure-path.ts';
import { moveOnPage } from './move-on-page.ts';
import { openTransaction } from './sign-in-transaction.ts';

/** Addresses that browsers navigate to, so people see their responses as pages. */
const navigations: readonly string[] = ['/auth/login', '/auth/callback'];

/** Returns a code without parameters for the address. Too many calls become "the portal is busy". */
const codeFor = (status: number, code: string): string => (status === 429 ? 'portal.unavailable' : code);

/** Handles errors like everywhere else, but during a sign-in it leads to a page that says what is wrong. */
export const signInTrouble = (services: Services): ErrorHandler<BffEnv> => {
  const { settings, now } = services;
  const answerError = errorHandler(services);
  return async (error, c) => {
    const response = await answerError(error, c);
    if (!navigations.includes(c.req.path)) return response;
    const { code } = (await response.json()) as { code: string };
    const transaction = openTransaction(settings.PORTICO_KEY, readSignInCookie(c, settings), now());
    const path = failurePath(codeFor(response.status, code), transaction);
    const page = moveOnPage(c, path, response.status as Parameters<typeof moveOnPage>[2]);
    const retryAfter = response.headers.get('retry-after');
    if (retryAfter) page.headers.set('retry-after', retryAfter);
    return page;
  };
};
