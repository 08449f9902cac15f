import * as z from 'zod/mini';
import { ownPrefix } from './base-path.ts';
import { lockedPattern } from './locked-pattern.ts';
import { addressOf, readTemplate } from './path-template.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const describedPath = z.object({
  path: z.string().check(z.startsWith('/')),
  methods: z.array(z.string()).check(z.minLength(1)),
  basePath: z.optional(z.string()),
  alsoUnder: z.optional(z.array(z.string())),
});
export type DescribedPath = z.output<typeof describedPath>;

/**
 * The operations of a description, read from it once and kept under a hash.
 *
 * @property basePath  path of the description's first server: '' or `/v1`.
 * @property alsoUnder paths of its other servers at the same host.
 * @property paths     path templates as written (`/pets/{id}`), with methods in capitals. One of them has base paths when the
 *   servers of its operations have other ones.
 */
export const specOperations = z.object({
  basePath: z.string(),
  alsoUnder: z.optional(z.array(z.string())),
  paths: z.array(describedPath),
});
export type SpecOperations = z.output<typeof specOperations>;

/** A path lockdown: the API's revision that it was made from, and the hash of its operations. */
export const lockdown = z.object({ revision: z.int().check(z.positive()), operations: sha256 });

/** A limit is needed, because a gateway compares every call with all paths. */
export const lockedPathLimit = 5000;

/** Returns the number of paths that a gateway compares calls with. */
export const countPaths = ({ alsoUnder: common = [], paths }: SpecOperations): number =>
  paths.reduce(
    (count, { basePath, alsoUnder = basePath === undefined ? common : [] }) => count + 1 + alsoUnder.length,
    0,
  );

/** RFC 9110 has HEAD wherever GET is. OPTIONS is allowed only where a description has it: it needs a key as well. */
const withHead = (methods: readonly string[]): string[] => [
  ...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods),
];

export type LockedPaths = Readonly<{
  methods: readonly string[];
  patterns: readonly string[];
  /** A path that one of the patterns matches. */
  example: string;
}>;

/** Returns the operations without those that no call reaches: nothing is locked or stored for them. */
export const callableOperations = ({ paths, ...basePaths }: SpecOperations): SpecOperations => ({
  ...basePaths,
  paths: paths.filter(({ path }) => readTemplate(path) !== undefined),
});

/**
 * Returns the described paths that a target does not lead to, because the description has them under another base path.
 */
export const unreachedPaths = ({ basePath, paths }: SpecOperations, upstreamUrl: string): DescribedPath[] =>
  paths.filter(({ basePath: own = basePath }) => ownPrefix(upstreamUrl, basePath, own) === undefined);

/**
 * Returns the paths that a lockdown allows after the deployment's own path, grouped by methods. Only the form that
 * callers are told to use (`callPrefix`) is allowed, and the same path under other servers at the same host: another form of
 * it could reach a path of the target that the description does not have. Paths that can't be sent as written are given in the form that is sent, and those that no
 * call reaches are left out.
 */
export const lockedPaths = (operations: SpecOperations, upstreamUrl: string): LockedPaths[] => {
  const { basePath, alsoUnder: common = [], paths } = operations;
  const byMethods = new Map<string, { methods: string[]; patterns: Set<string>; example: string }>();
  for (const { path, methods, basePath: own, alsoUnder = own === undefined ? common : [] } of paths) {
    // A path that leads above its beginning would leave the base path.
    if (readTemplate(path) === undefined) continue;
    const [prefix, ...others] = [own ?? basePath, ...alsoUnder].map((one) => ownPrefix(upstreamUrl, basePath, one));
    const pattern = prefix === undefined ? undefined : lockedPattern(`${prefix}${path}`);
    if (pattern === undefined) continue;
    const sorted = withHead(methods).sort();
    const key = sorted.join(',');
    const example = addressOf(`${prefix}${path}`, () => 'x');
    const group = byMethods.get(key) ?? { methods: sorted, patterns: new Set(), example };
    byMethods.set(key, group);
    group.patterns.add(pattern);
    for (const other of others)
      if (other !== undefined) group.patterns.add(lockedPattern(`${other}${path}`) ?? pattern);
  }
  return [...byMethods.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { methods, patterns, example }]) => ({ methods, patterns: [...patterns].sort(), example }));
};
