import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Settings } from '#platform/settings.ts';

type Addressed = Pick<Settings, 'PUBLIC_URL'>;
const isSecure = ({ PUBLIC_URL }: Addressed) => PUBLIC_URL.startsWith('https:');

/** Over plain http (a developer's localhost) browsers refuse the `__Host-` prefix. */
const cookieName = (settings: Addressed, name: string) => (isSecure(settings) ? `__Host-${name}` : name);
const sessionCookieName = (settings: Addressed): string => cookieName(settings, 'portico');
const signInCookieName = (settings: Addressed): string => cookieName(settings, 'portico-sign-in');

const attributes = (settings: Addressed) => ({ path: '/', httpOnly: true, secure: isSecure(settings) }) as const;

export const readSessionCookie = (c: Context, settings: Addressed): string | undefined =>
  getCookie(c, sessionCookieName(settings));

/** Has no expiry: the browser deletes it when it closes, and the server ends the session in any case. */
export const setSessionCookie = (c: Context, settings: Addressed, value: string): void =>
  setCookie(c, sessionCookieName(settings), value, { ...attributes(settings), sameSite: 'Strict' });

export const clearSessionCookie = (c: Context, settings: Addressed): void => {
  deleteCookie(c, sessionCookieName(settings), attributes(settings));
};

export const readSignInCookie = (c: Context, settings: Addressed): string | undefined =>
  getCookie(c, signInCookieName(settings));

/** Lax, because it has to come back with the identity provider's redirect (requirement A5). */
export const setSignInCookie = (c: Context, settings: Addressed, value: string, maxAge: number): void =>
  setCookie(c, signInCookieName(settings), value, { ...attributes(settings), sameSite: 'Lax', maxAge });

export const clearSignInCookie = (c: Context, settings: Addressed): void => {
  deleteCookie(c, signInCookieName(settings), attributes(settings));
};
