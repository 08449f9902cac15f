/** Where people land who asked for no place in particular. */
export const defaultReturnTo = '/wall';

const maximumLength = 2_000;
const base = 'https://portico.invalid';

/**
 * The part of a `returnTo` that may be followed: a path of this origin, found by parsing as a browser
 * does and not by looking at how it begins (requirement A10). Anything else is the default.
 */
export const safeReturnTo = (wanted: string | undefined): string => {
  if (!wanted?.startsWith('/') || wanted.length > maximumLength) return defaultReturnTo;
  const url = URL.parse(wanted, base);
  if (!url || url.origin !== base || url.username || url.password) return defaultReturnTo;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/..//evil.example` parses to the path `//evil.example`, which is another origin when it is followed.
  if (path.startsWith('//') || URL.parse(path, base)?.origin !== base) return defaultReturnTo;
  // Signing in must not lead into another sign-in.
  return url.pathname.startsWith('/auth/') ? defaultReturnTo : path;
};
