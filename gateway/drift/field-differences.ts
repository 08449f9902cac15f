import { type FieldDifference, longestValue } from '#domain/difference/difference.ts';
import type { KeptSecret } from '#domain/gateway-object/form-field.ts';
import { cutText } from '#platform/cut-text.ts';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import { agrees } from '../change/difference.ts';

const isHidden = (value: unknown): value is KeptSecret =>
  isKongObject(value) && typeof value.fingerprint === 'string' && Object.keys(value).length === 1;

/** Returns a value as people read it; a list has a line for each of its texts. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (isHidden(value)) return value.fingerprint;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.length > 0 ? value.join('\n') : null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const difference = (field: string, applied: unknown, held: unknown): FieldDifference[] => {
  const values = { applied: textOf(applied), held: textOf(held) };
  if (values.applied === values.held) return [];
  return [{ field, ...values, ...(isHidden(applied) || isHidden(held) ? { isSecret: true } : {}) }];
};

/**
 * Returns the fields in which an object differs from what was applied, by their paths: `config.minute`. Fields that were not applied
 * are not compared.
 *
 * @param applied, held without secrets.
 */
export const fieldDifferences = (applied: KongObject, held: KongObject, before = ''): FieldDifference[] =>
  Object.entries(applied).flatMap(([name, value]) => {
    const field = `${before}${name}`;
    const other = held[name];
    if (isKongObject(value) && !isHidden(value) && (isKongObject(other) || other === null || other === undefined))
      return fieldDifferences(value, isHidden(other) ? {} : (other ?? {}), `${field}.`);
    return agrees(value, other) ? [] : difference(field, value, other);
  });

/** Returns differences as events hold them. Names and values come from a gateway, and may be long. */
export const bounded = (fields: readonly FieldDifference[]): FieldDifference[] => {
  const short = (value: string | null) => value && cutText(value, longestValue);
  return fields.map(({ field, applied, held, ...rest }) => ({
    field: cutText(field, 200),
    applied: short(applied),
    held: short(held),
    ...rest,
  }));
};
