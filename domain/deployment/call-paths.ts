import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { ownPrefix } from './base-path.ts';
import type { SpecOperations } from './lockdown.ts';
import { addressOf, readTemplate, sentPath } from './path-template.ts';

const call = z.object({ method: z.string(), path: z.string().check(z.startsWith('/')) });
export type ExampleCall = z.output<typeof call>;

/** Paths that are listed. More are only counted. */
export const namedPaths = 20;

/** Some of the described paths, and how many there are. */
const somePaths = z.object({
  paths: z.array(z.string()).check(z.maxLength(namedPaths)),
  total: z.int().check(z.nonnegative()),
});
export type SomePaths = z.output<typeof somePaths>;

/** `GET /api/swagger/{id}/calls`. */
export const callPaths = z.object({
  /** The description's base path: '' or `/v1`. */
  basePath: z.string(),
  /** The simplest described call, or null. */
  example: z.nullable(call),
  /** Described paths that can't be sent as they are written. */
  unsent: somePaths,
  /** Described paths that no call reaches. The last release has not told of them, nor of other base paths. */
  uncallable: z._default(somePaths, { paths: [], total: 0 }),
  /** Described paths under base paths of their own. */
  otherBasePaths: z._default(z.array(z.extend(somePaths, { basePath: z.string() })), []),
  /**
   * The prefix before a described path, for each deployment that the user sees, and before those of other base paths; null
   * where the deployment's target does not lead there.
   */
  deployments: z.array(
    z.object({
      id: idSchema,
      prefix: z.string(),
      otherPrefixes: z._default(z.record(z.string(), z.nullable(z.string())), {}),
    }),
  ),
});
export type CallPaths = z.output<typeof callPaths>;

const isPlain = (path: string): boolean => !path.includes('{') && sentPath(path) === path;
const isRead = (method: string): boolean => method === 'GET';

/** Returns a call that can be sent as it is, under the description's base path. Parameters get values. */
export const exampleCall = ({ basePath: common, paths }: SpecOperations): ExampleCall | null => {
  const usual = paths.filter(({ path, basePath = common }) => basePath === common && readTemplate(path) !== undefined);
  const calls = usual.flatMap(({ path, methods }) => methods.map((method) => ({ method, path })));
  const found =
    calls.find(({ method, path }) => isRead(method) && isPlain(path)) ??
    calls.find(({ method }) => isRead(method)) ??
    calls.find(({ path }) => isPlain(path)) ??
    calls[0];
  return found ? { method: found.method, path: addressOf(found.path, () => '1') } : null;
};

const some = (paths: readonly string[]): SomePaths => ({ paths: paths.slice(0, namedPaths), total: paths.length });

/** Returns paths that can't be sent as written: a gateway never sees a `#` or a `?` in a path. */
export const unsentPaths = ({ paths }: SpecOperations): SomePaths =>
  some(paths.map(({ path }) => path).filter((path) => sentPath(path) !== path));

/** Returns paths that no call reaches. */
export const uncallablePaths = ({ paths }: SpecOperations): SomePaths =>
  some(paths.map(({ path }) => path).filter((path) => readTemplate(path) === undefined));

/** Other base paths that are listed. */
const listedBasePaths = 50;

/** Returns the paths under other base paths than the description's. */
export const pathsElsewhere = ({ basePath: common, paths }: SpecOperations): CallPaths['otherBasePaths'] =>
  [...Map.groupBy(paths, ({ basePath = common }) => basePath)]
    .filter(([basePath]) => basePath !== common)
    .map(([basePath, own]) => ({ basePath, ...some([...new Set(own.map(({ path }) => path))]) }))
    .slice(0, listedBasePaths);

/** Returns what callers of a deployment write before the paths under other base paths. */
export const otherPrefixes = (
  operations: SpecOperations,
  upstreamUrl: string,
): CallPaths['deployments'][number]['otherPrefixes'] =>
  Object.fromEntries(
    pathsElsewhere(operations).map(({ basePath }) => [
      basePath,
      ownPrefix(upstreamUrl, operations.basePath, basePath) ?? null,
    ]),
  );
