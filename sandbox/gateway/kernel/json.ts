/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object: an entity as it is stored and shown. */
export type Row = { [key: string]: Json };

/** Returns whether a value is a JSON object (not an array, not null). */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON of a client. Returns undefined if it is invalid. */
export function parseJson(source: string): Json | undefined {
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the value at a dotted path (`config.redis.host`), undefined if a step is missing. */
export function valueAt(row: Row, path: string): Json | undefined {
  let value: Json | undefined = row;
  for (const step of path.split('.')) value = isRow(value) ? value[step] : undefined;
  return value;
}

/** Returns a string, or '' for any other value. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the strings of an array, or an empty array for any other value. */
export function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Returns the `id` of a foreign key (`{ id }`), undefined if it is not set. */
export function foreignId(value: Json | undefined): string | undefined {
  return isRow(value) && typeof value.id === 'string' ? value.id : undefined;
}
