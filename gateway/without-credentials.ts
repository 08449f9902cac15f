/** Names under which callers send credentials in a query, without case and separators. */
const secretNames = new Set([
  'apikey',
  'xapikey',
  'key',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authorization',
  'auth',
  'clientsecret',
  'secret',
  'password',
  'passwd',
  'pwd',
  'code',
  'sig',
  'signature',
  'sessionid',
  'jwt',
]);

/** Decoded as the gateway decodes it; what is no valid encoding stands for itself. */
const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

const isSecret = (parameter: string): boolean => {
  const [name = ''] = parameter.split('=', 1);
  return secretNames.has(
    decoded(name)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  );
};

/**
 * The address of a call without the query parameters that carry credentials (`?apikey=...`); everything else stays
 * as it was written.
 */
export const withoutCredentials = (uri: string): string => {
  const start = uri.indexOf('?');
  if (start === -1) return uri;
  const kept = uri
    .slice(start + 1)
    .split('&')
    .filter((parameter) => !isSecret(parameter));
  return kept.length === 0 ? uri.slice(0, start) : `${uri.slice(0, start)}?${kept.join('&')}`;
};
