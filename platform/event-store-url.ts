import { isIP } from 'node:net';

/** Options of the address that the library knows and Portico passes on. It prints others, with the password, and ignores them. */
const known = new Set([
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'nodePreference',
  'connectionName',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'defaultDeadline',
]);

/** Returns what is before a mark and after it. */
const cut = (text: string, mark: string): readonly [before: string, after: string | undefined] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
};

/** An address of KurrentDB in its parts. */
export type EventStoreAddress = Readonly<{
  hosts: readonly string[];
  options: readonly string[];
  /** Returns the address of one host alone. */
  only: (host: string) => string;
}>;

/** Returns the parts of an address; undefined when it has not the form. */
export const readEventStoreUrl = (url: string): EventStoreAddress | undefined => {
  const [scheme, rest] = cut(url, '://');
  if (rest === undefined || (scheme !== 'esdb' && scheme !== 'esdb+discover')) return undefined;
  const [place, options] = cut(rest, '?');
  const at = place.lastIndexOf('@');
  const user = place.slice(0, at + 1);
  const hosts = place.slice(at + 1).replace(/\/$/, '');
  return {
    hosts: hosts.split(','),
    options: options === undefined ? [] : options.split('&'),
    only: (host) => `esdb://${user}${host}${options === undefined ? '' : `?${options}`}`,
  };
};

/** Returns what is wrong with an address, without any part of it that may be secret; undefined for one that can be tried. */
export const faultOfEventStoreUrl = (url: string): string | undefined => {
  const address = readEventStoreUrl(url);
  const isHost = (host: string) => /^[a-z0-9.-]+(:\d{1,5})?$/i.test(host);
  // An @ after the ? may be the end of a password.
  if (!address?.hosts.every(isHost) || address.options.some((option) => option.includes('@')))
    return 'must be esdb://user:password@host:2113,host:2113 or esdb+discover://user:password@name:2113, with the options after a ?';
  const { options } = address;
  const unknown = options.map((option) => option.split('=')[0] ?? '').filter((name) => !known.has(name));
  if (unknown.length > 0) return `has options that have no effect: ${unknown.join(', ')}`;
  const usesTls = !options.includes('tls=false');
  if (usesTls && address.hosts.some((host) => isIP(host.replace(/:\d+$/, '')) !== 0))
    return 'must name hosts, because no certificate is checked for an IP address; or say tls=false';
  return undefined;
};
