import { readTemplate, sentPath } from '#domain/deployment/path-template.ts';
import { pathsOf, type Server } from '../servers.ts';

/**
 * Where an operation is called.
 *
 * @property path    the template as written.
 * @property servers at least one; the first counts.
 * @property isOwn   whether they are its own or its path's, and not the description's.
 */
export type Call = Readonly<{
  method: string;
  path: string;
  servers: readonly [Server, ...Server[]];
  isOwn: boolean;
}>;

const withoutNames = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');

/** Returns the same text for paths that are called alike. What stands behind `#` or `?` tells operations apart. */
const pathKey = (path: string): string => {
  const read = readTemplate(path);
  return read === undefined ? withoutNames(path) : `${read}${withoutNames(path.slice(sentPath(path).length))}`;
};

/** Returns an operation's address under its first server. */
export const firstAddress = ({ path, servers: [server] }: Call): string => `${server.path}${path}`;

/** Returns the same text for operations that are called alike, wherever the servers' path ends and their own begins. */
export const callKey = (call: Call): string => `${call.method} ${pathKey(firstAddress(call))}`;

/** Returns the same for the other addresses that callers may choose. */
export const otherKeys = (call: Call): string[] =>
  pathsOf(call.servers)
    .slice(1)
    .map((basePath) => `${call.method} ${pathKey(`${basePath}${call.path}`)}`);

/** Returns the same text for operations with the same path, whatever their servers. */
export const ownKey = ({ method, path }: Call): string => `${method} ${pathKey(path)}`;
