import type { ErrorHandler } from 'hono';
import type { BffEnv } from '../http/context.ts';
import { errorHandler } from '../http/error-handler.ts';
import type { Services } from '../http/services.ts';
import { readSignInCookie } from './cookies.ts';
import { failurePath } from './failure-path.ts';
import { moveOnPage } from './move-on-page.ts';
import { openTransaction } from './sign-in-transaction.ts';

/** Where browsers go by themselves: what is answered there is a page that somebody sees. */
const navigations: readonly string[] = ['/auth/login', '/auth/callback'];

/** Only what needs no parameters is told in an address: of calls that were too many, that the portal is busy. */
const codeFor = (status: number, code: string): string => (status === 429 ? 'portal.unavailable' : code);

/** Like every other error, but on the way of a sign-in the web app says what is the matter. */
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
