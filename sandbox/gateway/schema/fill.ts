import { isRow, type Json, type Row } from '../kernel/json.ts';
import { type Field, namedFields, type Schema } from './schema.ts';

function filledValue(field: Field, given: Json | undefined): Json {
  let value = given;
  if (value === undefined && field.default !== undefined) value = structuredClone(field.default);
  if (value === undefined && field.type === 'record' && field.fields && field.required) value = {};
  if (value === undefined || value === null) return null;
  if (field.type === 'set' && Array.isArray(value)) return [...new Set(value)];
  if (field.type === 'record' && field.fields && isRow(value)) return fillRecord({ fields: field.fields }, value);
  if (field.type === 'map' && field.values?.fields && isRow(value)) {
    const entry = field.values;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledValue(entry, item)]));
  }
  return value;
}

/**
 * Returns a record with defaults for missing fields, or null without a default. Removes duplicates in sets. Keeps
 * unknown keys.
 */
export function fillRecord(schema: Schema, given: Row): Row {
  const row: Row = { ...given };
  for (const [name, field] of namedFields(schema)) row[name] = filledValue(field, given[name]);
  return row;
}

/** Moves deprecated fields to their new places (`redis_host` to `redis.host`). */
export function expandShorthands(schema: Partial<Schema>, given: Row): Row {
  const row: Row = { ...given };
  for (const [name, field] of (schema.shorthand_fields ?? []).flatMap((entry) => Object.entries(entry))) {
    const value = row[name];
    const [parent, child] = field.deprecation?.replaced_with?.[0]?.path ?? [];
    delete row[name];
    if (value === undefined || !parent || !child) continue;
    const old = row[parent];
    row[parent] = { ...(isRow(old) ? old : {}), [child]: value };
  }
  return row;
}

/** Adds the deprecated fields again, as Kong shows them, with the values of their new places. */
export function mirrorShorthands(schema: Partial<Schema>, stored: Row): Row {
  const row: Row = { ...stored };
  for (const [name, field] of (schema.shorthand_fields ?? []).flatMap((entry) => Object.entries(entry))) {
    const [parent = '', child = ''] = field.deprecation?.replaced_with?.[0]?.path ?? [];
    const holder = stored[parent];
    row[name] = isRow(holder) ? (holder[child] ?? null) : null;
  }
  return row;
}

/**
 * Converts the texts of a form to the types of the schema (`minute=5` is a number). Leaves other values as they are.
 */
export function coerceForm(schema: Partial<Schema>, given: Row): Row {
  const row: Row = { ...given };
  for (const [name, field] of namedFields(schema)) {
    const value = row[name];
    if (isRow(value) && field.fields) row[name] = coerceForm(field, value);
    if (typeof value !== 'string') continue;
    if ((field.type === 'integer' || field.type === 'number') && value.trim() !== '' && !Number.isNaN(Number(value)))
      row[name] = Number(value);
    if (field.type === 'boolean' && (value === 'true' || value === 'false')) row[name] = value === 'true';
    if (field.type === 'array' || field.type === 'set') row[name] = [value];
  }
  return row;
}

/** Merges a PATCH into the stored row: records field by field. All other values are replaced. */
export function mergeGiven(schema: Partial<Schema>, stored: Row, given: Row): Row {
  const merged: Row = { ...stored, ...given };
  for (const [name, field] of namedFields(schema)) {
    const [old, value] = [stored[name], given[name]];
    if (field.type === 'record' && isRow(old) && isRow(value)) merged[name] = mergeGiven(field, old, value);
  }
  return merged;
}
