import * as z from 'zod';
import { idSchema } from '../core/id.ts';
import { sentPath } from './base-path.ts';
import type { SpecOperations } from './lockdown.ts';

const call = z.object({ method: z.string(), path: z.string().startsWith('/') });
export type ExampleCall = z.output<typeof call>;

/** Paths that are named one by one; the rest is counted. */
export const namedPaths = 20;

/** `GET /api/swagger/{id}/calls`. */
export const callPaths = z.object({
  /** What the description's paths are relative to: '' or `/v1`. */
  basePath: z.string(),
  /** The plainest call that the description knows; null when it knows none. */
  example: call.nullable(),
  /** Paths of the description that nobody can send as they are written, and how many there are. */
  unsent: z.object({ paths: z.array(z.string()).max(namedPaths), total: z.int().nonnegative() }),
  /** What callers write before a path of the description, for each deployment that the user sees. */
  deployments: z.array(z.object({ id: idSchema, prefix: z.string() })),
});
export type CallPaths = z.output<typeof callPaths>;

const isPlain = (path: string): boolean => !path.includes('{') && sentPath(path) === path;
const isRead = (method: string): boolean => method === 'GET';

/** Something that can be sent as it is: what needs a parameter gets a value. */
export const exampleCall = ({ paths }: SpecOperations): ExampleCall | null => {
  const calls = paths.flatMap(({ path, methods }) => methods.map((method) => ({ method, path })));
  const found =
    calls.find(({ method, path }) => isRead(method) && isPlain(path)) ??
    calls.find(({ method }) => isRead(method)) ??
    calls.find(({ path }) => isPlain(path)) ??
    calls[0];
  return found ? { method: found.method, path: sentPath(found.path).replace(/\{[^{}/]*\}/g, '1') } : null;
};

/** The paths that are sent otherwise than they are written: a gateway never sees a `#` or a `?` in a path. */
export const unsentPaths = ({ paths }: SpecOperations): CallPaths['unsent'] => {
  const all = paths.map(({ path }) => path).filter((path) => sentPath(path) !== path);
  return { paths: all.slice(0, namedPaths), total: all.length };
};
