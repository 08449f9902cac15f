import * as z from 'zod';
import { callPrefix, sentPath } from './base-path.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What a description lets callers do, taken out of it once and kept under its hash.
 *
 * @property basePath of the description's first server: '' or `/v1`.
 * @property paths    templates as they are written (`/pets/{id}`) with their methods in capitals.
 */
export const specOperations = z.object({
  basePath: z.string(),
  paths: z.array(z.object({ path: z.string().startsWith('/'), methods: z.array(z.string()).min(1) })),
});
export type SpecOperations = z.output<typeof specOperations>;

/** A path lockdown: from which revision of the API's description it was made, and where its operations are kept. */
export const lockdown = z.object({ revision: z.int().positive(), operations: sha256 });

/** A gateway looks at them one by one with every call. */
export const lockedPathLimit = 5000;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A path template as a regular expression: what stands in braces is one segment, or a part of one. */
const patternOf = (path: string): string =>
  path
    .split(/(\{[^{}/]*\})/)
    .map((part, index) => (index % 2 === 1 ? '[^/]+' : escaped(part)))
    .join('');

export type LockedPaths = Readonly<{
  methods: readonly string[];
  patterns: readonly string[];
  /** A path that one of the patterns matches. */
  example: string;
}>;

/**
 * The paths that a lockdown lets through, behind the deployment's own path, by the methods that they take: as callers are
 * told to write them (`callPrefix`), since the same path otherwise is one of the target's that the description does not
 * name. Of a path that nobody can send as it is written, what is sent of it.
 */
export const lockedPaths = ({ basePath, paths }: SpecOperations, upstreamUrl: string): LockedPaths[] => {
  const prefix = callPrefix(upstreamUrl, basePath);
  const byMethods = new Map<string, { methods: string[]; paths: string[] }>();
  for (const { path, methods } of paths) {
    const sorted = [...new Set(methods)].sort();
    const key = sorted.join(',');
    const group = byMethods.get(key) ?? { methods: sorted, paths: [] };
    byMethods.set(key, group);
    group.paths.push(sentPath(path));
  }
  return [...byMethods.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { methods, paths: own }]) => ({
      methods,
      patterns: [...new Set(own.map((path) => `${escaped(prefix)}${patternOf(path)}`))].sort(),
      example: `${prefix}${(own[0] ?? '/').replace(/\{[^{}/]*\}/g, 'x')}`,
    }));
};
