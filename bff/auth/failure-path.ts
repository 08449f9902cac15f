import type { SignInTransaction } from './sign-in-transaction.ts';

/** Where the popup ends; the web app closes it there and tells the page that opened it. */
export const popupPage = '/auth-callback?popup=1';

/** Where the web app says what was wrong with a sign-in. */
export const failurePath = (code: string, transaction: SignInTransaction | undefined): string => {
  const error = encodeURIComponent(code);
  return transaction?.popup ? `${popupPage}&error=${error}` : `/about?error=${error}`;
};
