import { isDeepStrictEqual } from 'node:util';
import { isRow, type Json } from '../kernel/json.ts';
import { entityCheckViolations } from './entity-checks.ts';
import { luaPattern } from './lua-pattern.ts';
import { type Field, namedFields, type Schema, type Violation, type Violations } from './schema.ts';
import { regexError, typedefCheck } from './typedefs.ts';

/** Returns whether a text is a UUID, in lower or upper case. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

const typeNames: Record<string, string> = { integer: 'an integer', array: 'an array' };

function wrongType(field: Field, value: Json): Violation | undefined {
  const fits = {
    string: typeof value === 'string',
    boolean: typeof value === 'boolean',
    number: typeof value === 'number',
    integer: Number.isInteger(value),
    array: Array.isArray(value),
    set: Array.isArray(value),
    map: isRow(value),
    record: isRow(value),
    foreign: true,
  };
  if (!field.type || fits[field.type]) return undefined;
  return `expected ${typeNames[field.type] ?? `a ${field.type}`}`;
}

function foreignViolation(value: Json): Violation | undefined {
  if (!isRow(value) || typeof value.id !== 'string') return { id: 'missing primary key' };
  return isUuid(value.id) ? undefined : { id: 'expected a valid UUID' };
}

const list = (items: Json[]) => items.join(', ');

function stringViolation(field: Field, value: string): Violation | undefined {
  if (field.len_min !== undefined && value.length < field.len_min) return `length must be at least ${field.len_min}`;
  if (field.starts_with && !value.startsWith(field.starts_with)) return `should start with: ${field.starts_with}`;
  for (const { pattern, err } of field.match_none ?? []) if (luaPattern(pattern).test(value)) return err;
  if (field.match && !luaPattern(field.match).test(value)) return field.err ?? `invalid value: ${value}`;
  for (const { pattern, err } of field.match_all ?? []) if (!luaPattern(pattern).test(value)) return err;
  const any = field.match_any;
  if (any && !any.patterns.some((pattern) => luaPattern(pattern).test(value))) return any.err;
  if (field.uuid && !isUuid(value)) return 'expected a valid UUID';
  if (field.is_regex && regexError(value)) return `not a valid regex: ${value}`;
  return typedefCheck(field.description)?.(value);
}

function subsetViolation(subsets: string[][], value: Json[]): Violation | undefined {
  const used = new Set<string[]>();
  for (const item of value) {
    const subset = subsets.find((names) => names.includes(String(item)));
    if (!subset) return `unknown type: ${item}`;
    used.add(subset);
  }
  const shown = [...used].map((names) => `(${names.map((name) => `'${name}'`).join(', ')})`);
  return used.size > 1 ? `these sets are mutually exclusive: ${shown.join(', ')}` : undefined;
}

function elementViolations(field: Field, value: Json[]): Violation | undefined {
  // key-auth's key_names have their rule in the description of the array, not of its elements.
  const ofArray = typedefCheck(field.description);
  const found = value.map(
    (item) => checkField(field.elements ?? {}, item) ?? (typeof item === 'string' ? ofArray?.(item) : null) ?? null,
  );
  while (found.length > 0 && found.at(-1) === null) found.pop();
  return found.length > 0 ? found : undefined;
}

function mapViolation(field: Field, value: { [key: string]: Json }): Violation | undefined {
  for (const [key, item] of Object.entries(value)) {
    const wrong = checkField(field.keys ?? {}, key) ?? checkField(field.values ?? {}, item);
    if (wrong) return wrong;
  }
  return undefined;
}

/** Returns the violation of one value, undefined if it is valid. Null is valid unless the field is required. */
function checkField(field: Field, value: Json | undefined): Violation | undefined {
  if ('eq' in field && !isDeepStrictEqual(value ?? null, field.eq))
    return field.eq === null ? 'value must be null' : `value must be ${field.eq}`;
  if (value === undefined || value === null) return field.required ? 'required field missing' : undefined;
  const type = wrongType(field, value);
  if (type) return type;
  if (field.not_one_of?.some((item) => item === value)) return `must not be one of: ${list(field.not_one_of)}`;
  if (field.one_of && !field.one_of.some((item) => item === value)) return `expected one of: ${list(field.one_of)}`;
  if (field.type === 'foreign') return foreignViolation(value);
  if (typeof value === 'number') {
    const [least, most] = field.between ?? [-Infinity, Infinity];
    if (value < least || value > most) return `value should be between ${least} and ${most}`;
    if (field.gt !== undefined && value <= field.gt) return `value must be greater than ${field.gt}`;
  }
  if (typeof value === 'string') return stringViolation(field, value);
  if (Array.isArray(value)) {
    if (field.len_eq !== undefined && value.length !== field.len_eq) return `length must be ${field.len_eq}`;
    if (field.len_min !== undefined && value.length < field.len_min) return `length must be at least ${field.len_min}`;
    const subset = field.mutually_exclusive_subsets && subsetViolation(field.mutually_exclusive_subsets, value);
    return subset ?? elementViolations(field, value);
  }
  if (!isRow(value)) return undefined;
  if (field.type === 'map') return mapViolation(field, value);
  if (field.type !== 'record' || !field.fields) return undefined;
  const wrong = checkRecord({ ...field, fields: field.fields }, value);
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

/** Returns all violations of a record: of its fields, of unknown fields, and of checks over several fields. */
export function checkRecord(schema: Schema, row: { [key: string]: Json }, updating = false, sent = row): Violations {
  const found: Violations = {};
  const fields = new Map(namedFields(schema));
  for (const [name, field] of fields) {
    const wrong = field.abstract ? undefined : checkField(field, row[name]);
    if (wrong) found[name] = wrong;
  }
  for (const name of Object.keys(row)) if (!fields.has(name)) found[name] = 'unknown field';
  entityCheckViolations(schema.entity_checks ?? [], row, found, updating, sent, checkField);
  return found;
}
