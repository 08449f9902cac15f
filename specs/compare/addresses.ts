import { pathsOf, type Server } from '../servers.ts';
import { type Call, firstAddress, otherKeys, ownKey } from './call.ts';
import type { Operation } from './contract.ts';

type Operations = ReadonlyMap<string, Operation>;
type Pair = readonly [Operation, Operation];

/**
 * Pairs operations that callers of the older ones still reach, and those whose path is the same under another base path:
 * `moved`. The others are `removed` and `added`.
 */
export const pairOperations = (before: Operations, after: Operations) => {
  const others = new Map<string, Operation>();
  const left = new Map<string, Operation>();
  for (const [key, operation] of after) {
    const { call } = operation;
    if (before.has(key) || !call) continue;
    left.set(ownKey(call), operation);
    for (const other of otherKeys(call)) others.set(other, operation);
  }
  const paired: Pair[] = [];
  const moved: Pair[] = [];
  const removed: Operation[] = [];
  for (const [key, operation] of before) {
    const now = after.get(key) ?? others.get(key);
    const under = operation.call && left.get(ownKey(operation.call));
    if (now) paired.push([operation, now]);
    else if (under) moved.push([operation, under]);
    else removed.push(operation);
  }
  const found = new Set([...paired, ...moved].map(([, now]) => now));
  return { paired, moved, removed, added: [...after.values()].filter((operation) => !found.has(operation)) };
};

/** What is told of operations that moved: one line for all that moved together. */
export type Move = Readonly<{ subject: string; before: string; after: string }>;

const basePathOf = ({ call }: Operation): string => call?.servers[0].path ?? '';

/** Returns a line for each two base paths between which operations moved. */
export const movesOf = (moved: readonly Pair[]): Move[] =>
  [...Map.groupBy(moved, (pair) => pair.map(basePathOf).join(' ')).values()].flatMap((together): Move[] => {
    const [first, ...more] = together;
    if (!first) return [];
    const [old, now] = first;
    if (more.length > 0)
      return [{ subject: `${basePathOf(old)}/…`, before: `${basePathOf(old)}/`, after: `${basePathOf(now)}/` }];
    return [
      {
        subject: old.name,
        before: old.call ? firstAddress(old.call) : '',
        after: now.call ? firstAddress(now.call) : '',
      },
    ];
  });

/**
 * What is told of a list of servers.
 *
 * @property gone  callers can't write its path any more.
 * @property left  only its host is no longer there, which callers of a gateway don't notice.
 * @property added were not there before.
 * @property first the path of the first one before and after, when callers may still write both.
 */
type ChangedServers = Readonly<{
  gone: readonly string[];
  left: readonly string[];
  added: readonly string[];
  first: readonly [string, string] | undefined;
}>;

type Servers = Call['servers'];

/**
 * Compares lists of servers. A server without a host may be at any, so then only paths are compared. Where operations moved, that is told already, so only the
 * hosts are compared.
 */
export const changedServers = (before: Servers, after: Servers): ChangedServers => {
  const paths = new Set(pathsOf(after));
  const [old, now] = [before[0].path, after[0].path];
  const hasMoved = !paths.has(old);
  const first = hasMoved || old === now ? undefined : ([old, now] as const);
  if ([...before, ...after].some(({ host }) => host === '')) {
    const missing = (servers: Servers, others: Servers): string[] => {
      const known = new Set(others.map(({ path }) => path));
      return hasMoved ? [] : pathsOf(servers).flatMap((path) => (known.has(path) ? [] : [`${path}/`]));
    };
    const come = missing(after, before).filter((path) => path !== `${now}/`);
    return { gone: missing(before, after), left: [], added: come, first };
  }
  const textOf = ({ host, path }: Server): string => (hasMoved ? host : `${host}${path}`);
  const removed = Map.groupBy(before, textOf);
  for (const server of after) removed.delete(textOf(server));
  const isGone = (servers: readonly Server[]) => !hasMoved && servers.some(({ path }) => !paths.has(path));
  const [gone, left] = [true, false].map((wanted) =>
    [...removed].flatMap(([text, servers]) => (isGone(servers) === wanted ? [text] : [])),
  ) as [string[], string[]];
  return { gone, left, added: [...new Set(after.map(textOf)).difference(new Set(before.map(textOf)))], first };
};
