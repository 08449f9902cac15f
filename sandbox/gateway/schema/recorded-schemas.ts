import { readFileSync } from 'node:fs';
import type { Schema } from './schema.ts';

/** The schemas that a Kong 3.9.1 returned under `/schemas/...`, by path. The gateway validates with them. */
const recorded = new Map<string, Schema>(
  readFileSync(new URL('../recordings/schemas.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string; schema: Schema })
    .map(({ path, schema }) => [path, schema]),
);

/**
 * Returns the recorded schema of an entity (`services`). Throws if there is none, which is a mistake in this folder.
 */
export function entitySchema(name: string): Schema {
  const schema = recorded.get(`/schemas/${name}`);
  if (!schema) throw new Error(`no recorded schema of ${name}`);
  return schema;
}

/** Returns the recorded schema of a plugin, undefined for an unknown plugin. */
export function pluginSchema(name: string): Schema | undefined {
  return recorded.get(`/schemas/plugins/${name}`);
}

/** Returns the names of all plugins with a recorded schema. */
export function pluginNames(): string[] {
  return [...recorded.keys()].flatMap((path) => /^\/schemas\/plugins\/(.+)$/.exec(path)?.[1] ?? []);
}
