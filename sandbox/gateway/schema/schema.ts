import type { Json } from '../kernel/json.ts';

/**
 * One field in Kong's schema language, as `GET /schemas/...` returns it. Only the properties that are used are named.
 */
export type Field = {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'set' | 'map' | 'record' | 'foreign';
  description?: string;
  required?: boolean;
  default?: Json;
  auto?: boolean;
  uuid?: boolean;
  timestamp?: boolean;
  unique?: boolean;
  abstract?: boolean;
  reference?: string;
  on_delete?: string;
  eq?: Json;
  one_of?: Json[];
  not_one_of?: Json[];
  between?: [number, number];
  gt?: number;
  len_eq?: number;
  len_min?: number;
  starts_with?: string;
  match?: string;
  match_none?: { pattern: string; err: string }[];
  match_all?: { pattern: string; err: string }[];
  match_any?: { patterns: string[]; err: string };
  is_regex?: boolean;
  err?: string;
  mutually_exclusive_subsets?: string[][];
  elements?: Field;
  keys?: Field;
  values?: Field;
  deprecation?: { replaced_with?: { path: string[] }[] };
} & Partial<Schema>;

/** A check over several fields of one record. */
export type EntityCheck = {
  at_least_one_of?: string[];
  only_one_of?: string[];
  mutually_required?: string[];
  distinct?: string[];
  conditional?: { if_field: string; if_match: Field; then_field: string; then_match: Field; then_err?: string };
};

/** The schema of an entity, a plugin, or a field of type record. */
export type Schema = {
  fields: Record<string, Field>[];
  entity_checks?: EntityCheck[];
  shorthand_fields?: Record<string, Field>[];
};

/** The violation of a value: a text, texts by key, or an array with null for each valid element. */
export type Violation = string | (Violation | null)[] | { [key: string]: Violation };
export type Violations = { [key: string]: Violation };

/** Returns name and definition of every field of a schema. */
export function namedFields(schema: Partial<Schema>): [string, Field][] {
  return (schema.fields ?? []).flatMap((entry) => Object.entries(entry));
}
