import * as z from 'zod/mini';
import { callPrefix, sentPath } from './base-path.ts';
import { lockedPattern } from './locked-pattern.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * The operations of a description, read from it once and kept under a hash.
 *
 * @property basePath path of the description's first server: '' or `/v1`.
 * @property paths    path templates as written (`/pets/{id}`), with methods in capitals.
 */
export const specOperations = z.object({
  basePath: z.string(),
  paths: z.array(
    z.object({ path: z.string().check(z.startsWith('/')), methods: z.array(z.string()).check(z.minLength(1)) }),
  ),
});
export type SpecOperations = z.output<typeof specOperations>;

/** A path lockdown: the API's revision that it was made from, and the hash of its operations. */
export const lockdown = z.object({ revision: z.int().check(z.positive()), operations: sha256 });

/** A limit is needed, because a gateway compares every call with all paths. */
export const lockedPathLimit = 5000;

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

/**
 * Returns the paths that a lockdown allows after the deployment's own path, grouped by methods. Only the form that
 * callers are told to use (`callPrefix`) is allowed: another form of the same path could reach a path of the target that
 * the description does not have. Paths that can't be sent as written are given in the form that is sent.
 */
export const lockedPaths = ({ basePath, paths }: SpecOperations, upstreamUrl: string): LockedPaths[] => {
  const prefix = callPrefix(upstreamUrl, basePath);
  const byMethods = new Map<string, { methods: string[]; paths: string[] }>();
  for (const { path, methods } of paths) {
    const sorted = withHead(methods).sort();
    const key = sorted.join(',');
    const group = byMethods.get(key) ?? { methods: sorted, paths: [] };
    byMethods.set(key, group);
    group.paths.push(sentPath(path));
  }
  return [...byMethods.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { methods, paths: own }]) => ({
      methods,
      patterns: [...new Set(own.map((path) => lockedPattern(`${prefix}${path}`)))].sort(),
      example: `${prefix}${(own[0] ?? '/').replace(/\{[^{}/]*\}/g, 'x')}`,
    }));
};
