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

/** A record with the defaults of what is missing, null where there is none; sets lose duplicates. Keeps unknown keys. */
export function fillRecord(schema: Schema, given: Row): Row {
  const row: Row = { ...given };
  for (const [name, field] of namedFields(schema)) row[name] = filledValue(field, given[name]);
  return row;
}

/** Moves deprecated fields to the place that replaced them (`redis_host` to `redis.host`). */
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

/** Adds the deprecated fields again, as Kong answers them: mirrors of the place that replaced them. */
export function mirrorShorthands(schema: Partial<Schema>, stored: Row): Row {
  const row: Row = { ...stored };
  for (const [name, field] of (schema.shorthand_fields ?? []).flatMap((entry) => Object.entries(entry))) {
    const [parent = '', child = ''] = field.deprecation?.replaced_with?.[0]?.path ?? [];
    const holder = stored[parent];
    row[name] = isRow(holder) ? (holder[child] ?? null) : null;
  }
  return row;
}

/** Turns the texts of a form into what the schema asks for (`minute=5` is a number), leaving the rest alone. */
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

/** Lays a PATCH over what is stored: records merge field by field, everything else is replaced. */
export function mergeGiven(schema: Partial<Schema>, stored: Row, given: Row): Row {
  const merged: Row = { ...stored, ...given };
  for (const [name, field] of namedFields(schema)) {
    const [old, value] = [stored[name], given[name]];
    if (field.type === 'record' && isRow(old) && isRow(value)) merged[name] = mergeGiven(field, old, value);
  }
  return merged;
}
