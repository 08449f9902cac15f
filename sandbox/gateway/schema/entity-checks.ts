import { type Json, type Row, valueAt } from '../kernel/json.ts';
import type { EntityCheck, Field, Violation, Violations } from './schema.ts';

const quoted = (names: string[]) => names.map((name) => `'${name}'`).join(', ');
const filled = (value: Json | undefined) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Adds a violation at a dotted path, nested like the path. */
export function addViolation(found: Violations, path: string, violation: Violation): void {
  const [head = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    found[head] = violation;
    return;
  }
  const old = found[head];
  if (typeof old === 'string') return;
  const nested: Violations = old && !Array.isArray(old) ? old : {};
  found[head] = nested;
  addViolation(nested, rest.join('.'), violation);
}

/** Adds a violation of the record as a whole. */
export function addEntityViolation(found: Violations, violation: string): void {
  const old = found['@entity'];
  found['@entity'] = Array.isArray(old) ? [...old, violation] : [violation];
}

/**
 * Runs the checks over several fields and adds what they find.
 * @param updating true for PATCH: one of Kong's messages is different then
 * @param checkField checks one field. It is a parameter because fields and records check each other
 * @param sent the request's fields. In a PATCH, `mutually_required` checks only these
 */
export function entityCheckViolations(
  checks: EntityCheck[],
  row: Row,
  found: Violations,
  updating: boolean,
  sent: Row,
  checkField: (field: Field, value: Json | undefined) => Violation | undefined,
): void {
  const count = (names: string[], of = row) => names.filter((name) => filled(valueAt(of, name))).length;
  for (const check of checks) {
    const { at_least_one_of: least, only_one_of: only, mutually_required: all, distinct, conditional } = check;
    if (only && count(only) !== 1)
      addEntityViolation(found, `exactly one of these fields must be non-empty: ${quoted(only)}`);
    if (least && count(least) === 0)
      addEntityViolation(
        found,
        `${updating ? 'when updating, ' : ''}at least one of these fields must be non-empty: ${quoted(least)}`,
      );
    if (all && ![0, all.length].includes(count(all, updating ? sent : row)))
      addEntityViolation(found, `all or none of these fields must be set: ${quoted(all)}`);
    if (distinct) {
      const values = distinct.map((name) => valueAt(row, name)).filter(filled);
      if (new Set(values).size < values.length)
        addEntityViolation(found, `values of these fields must be distinct: ${quoted(distinct)}`);
    }
    if (conditional) {
      const value = valueAt(row, conditional.if_field);
      if (value === null || value === undefined || checkField(conditional.if_match, value)) continue;
      const wrong = checkField(conditional.then_match, valueAt(row, conditional.then_field));
      if (!wrong) continue;
      addViolation(found, conditional.then_field, wrong);
      addEntityViolation(
        found,
        conditional.then_err ?? `failed conditional validation given value of field '${conditional.if_field}'`,
      );
    }
  }
}
