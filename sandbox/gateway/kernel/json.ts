/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object: an entity as it is stored and answered. */
export type Row = { [key: string]: Json };

/** True for a JSON object (not an array, not null). */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON that a client sent; undefined when it is none. */
export function parseJson(source: string): Json | undefined {
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/** The value at a dotted path (`config.redis.host`), undefined when any step is missing. */
export function valueAt(row: Row, path: string): Json | undefined {
  let value: Json | undefined = row;
  for (const step of path.split('.')) value = isRow(value) ? value[step] : undefined;
  return value;
}

/** Text of a value, '' for anything that is not a string. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The strings of an array value; anything else counts as none. */
export function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The `id` of a foreign key (`{ id }`), undefined when it is not set. */
export function foreignId(value: Json | undefined): string | undefined {
  return isRow(value) && typeof value.id === 'string' ? value.id : undefined;
}
