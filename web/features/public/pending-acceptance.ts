import { termsVersion } from '#domain/user/terms.ts';

const storageKey = 'apim-terms-pending';

/** How long logging in may take until the click no longer counts; milliseconds. */
const lifetime = 10 * 60_000;

/** "I Accept" without an account yet: it is recorded when this tab comes back from logging in. */
export const rememberAcceptance = (now: number): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ version: termsVersion, at: now }));
  } catch {
    // Storage is blocked: the terms are asked again after logging in.
  }
};

/** Whether this tab's user has just accepted this version; says so once. */
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
