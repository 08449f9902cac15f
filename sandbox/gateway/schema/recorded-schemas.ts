import { readFileSync } from 'node:fs';
import type { Schema } from './schema.ts';

/** The schemas a Kong 3.9.1 answered under `/schemas/...`, by path. The gateway's validation is driven by them. */
const recorded = new Map<string, Schema>(
  readFileSync(new URL('../recordings/schemas.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string; schema: Schema })
    .map(({ path, schema }) => [path, schema]),
);

/** The recorded schema of an entity (`services`). Throws when there is none: a mistake in this folder. */
export function entitySchema(name: string): Schema {
  const schema = recorded.get(`/schemas/${name}`);
  if (!schema) throw new Error(`no recorded schema of ${name}`);
  return schema;
}

/** The recorded schema of a plugin, undefined for a plugin that is not there. */
export function pluginSchema(name: string): Schema | undefined {
  return recorded.get(`/schemas/plugins/${name}`);
}

/** The names of all plugins with a recorded schema. */
export function pluginNames(): string[] {
  return [...recorded.keys()].flatMap((path) => /^\/schemas\/plugins\/(.+)$/.exec(path)?.[1] ?? []);
}
