/** The page after a sign-in without a `returnTo`. */
export const defaultReturnTo = '/wall';

const maximumLength = 2_000;
const base = 'https://portico.invalid';

/**
 * Returns a safe `returnTo`: a path of this origin, parsed as a browser does (requirement A10). Everything else becomes the
 * default.
 */
export const safeReturnTo = (wanted: string | undefined): string => {
  if (!wanted?.startsWith('/') || wanted.length > maximumLength) return defaultReturnTo;
  const url = URL.parse(wanted, base);
  if (!url || url.origin !== base || url.username || url.password) return defaultReturnTo;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/..//evil.example` parses to the path `//evil.example`, which leads to another origin.
  if (path.startsWith('//') || URL.parse(path, base)?.origin !== base) return defaultReturnTo;
  // Signing in must not lead into another sign-in.
  return url.pathname.startsWith('/auth/') ? defaultReturnTo : path;
};
