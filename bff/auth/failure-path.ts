import type { SignInTransaction } from './sign-in-transaction.ts';

/** The last page of the login window. The web app closes it there and informs the page that opened it. */
export const popupPage = '/auth-callback?popup=1';

/** Returns the page that says why a sign-in failed. */
export const failurePath = (code: string, transaction: SignInTransaction | undefined): string => {
  const error = encodeURIComponent(code);
  return transaction?.popup ? `${popupPage}&error=${error}` : `/about?error=${error}`;
};
