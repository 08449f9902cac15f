import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { sentPath } from './base-path.ts';
import type { SpecOperations } from './lockdown.ts';

const call = z.object({ method: z.string(), path: z.string().check(z.startsWith('/')) });
export type ExampleCall = z.output<typeof call>;

/** Paths that are listed. More are only counted. */
export const namedPaths = 20;

/** `GET /api/swagger/{id}/calls`. */
export const callPaths = z.object({
  /** The description's base path: '' or `/v1`. */
  basePath: z.string(),
  /** The simplest described call, or null. */
  example: z.nullable(call),
  /** Described paths that can't be sent as they are written, and their number. */
  unsent: z.object({
    paths: z.array(z.string()).check(z.maxLength(namedPaths)),
    total: z.int().check(z.nonnegative()),
  }),
  /** The prefix before a described path, for each deployment that the user sees. */
  deployments: z.array(z.object({ id: idSchema, prefix: z.string() })),
});
export type CallPaths = z.output<typeof callPaths>;

const isPlain = (path: string): boolean => !path.includes('{') && sentPath(path) === path;
const isRead = (method: string): boolean => method === 'GET';

/** Returns a call that can be sent as it is. Parameters get values. */
export const exampleCall = ({ paths }: SpecOperations): ExampleCall | null => {
  const calls = paths.flatMap(({ path, methods }) => methods.map((method) => ({ method, path })));
  const found =
    calls.find(({ method, path }) => isRead(method) && isPlain(path)) ??
    calls.find(({ method }) => isRead(method)) ??
    calls.find(({ path }) => isPlain(path)) ??
    calls[0];
  return found ? { method: found.method, path: sentPath(found.path).replace(/\{[^{}/]*\}/g, '1') } : null;
};

/** Returns paths that can't be sent as written: a gateway never sees a `#` or a `?` in a path. */
export const unsentPaths = ({ paths }: SpecOperations): CallPaths['unsent'] => {
  const all = paths.map(({ path }) => path).filter((path) => sentPath(path) !== path);
  return { paths: all.slice(0, namedPaths), total: all.length };
};
