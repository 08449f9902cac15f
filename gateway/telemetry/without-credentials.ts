/** Query parameters in which callers send credentials, in lower case and without separators. */
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

/** Decodes a name as the gateway does. Returns a name with an invalid encoding unchanged. */
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
 * Returns the address of a call without the query parameters that contain credentials (`?apikey=...`). The rest stays
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
