import { termsVersion } from '#domain/user/terms.ts';

const storageKey = 'apim-terms-pending';

/** Milliseconds that a login may take before the click on "I Accept" no longer counts. */
const lifetime = 10 * 60_000;

/** Remembers a click on "I Accept" before the login. It is recorded when this tab returns from the login. */
export const rememberAcceptance = (now: number): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ version: termsVersion, at: now }));
  } catch {
    // Storage is blocked. The terms are shown again after the login.
  }
};

/** Returns whether this tab's user has just accepted this version. Returns true only once. */
export const takeAcceptance = (now: number): boolean => {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    const { version, at } = JSON.parse(text ?? '{}') as { version?: unknown; at?: unknown };
    return version === termsVersion && typeof at === 'number' && now - at < lifetime;
  } catch {
    return false;
  }
};
