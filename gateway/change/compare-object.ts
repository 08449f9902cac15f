import { isDeepStrictEqual } from 'node:util';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import type { SchemaField } from '../mirror/plugin-schema.ts';

/** Returns what is inside a field's schema. */
const inside = (schema: SchemaField | undefined, name: string): SchemaField | undefined => schema?.fields?.get(name);

/**
 * Returns an object with fields replaced. Records in both are merged, so that what a form does not show stays. A map is replaced: what
 * was taken out of it is not to stay.
 *
 * @param schema of the plugin. It knows records from maps, and the names of older releases, which only repeat others.
 */
export const merged = (body: KongObject, fields: KongObject, schema?: SchemaField): KongObject => {
  const changed = Object.entries(fields).map(([name, value]) => {
    const before = body[name];
    const field = inside(schema, name);
    const isMap = field?.values !== undefined;
    return [
      name,
      isKongObject(value) && isKongObject(before) && !isMap ? merged(before, value, field) : value,
    ] as const;
  });
  const kept = Object.entries(body).filter(([name]) => !schema?.older?.has(name));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(changed) };
};

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** Returns whether a value is what the gateway fills in where nothing is wanted. */
const isFilledIn = (found: unknown, schema: SchemaField | undefined): boolean => {
  if (isNothing(found) || schema?.hasDefault) return true;
  if (!isKongObject(found) || !schema?.fields) return false;
  return Object.entries(found).every(([name, value]) => isFilledIn(value, inside(schema, name)));
};

/**
 * Returns whether an object has all these values. Kong fills in defaults, and orders no sets.
 *
 * @param schema of the plugin. Without it no list has an order.
 */
export const has = (found: unknown, wanted: unknown, schema?: SchemaField): boolean => {
  if (isNothing(wanted)) return schema ? isFilledIn(found, schema) : isNothing(found);
  if (isKongObject(wanted)) {
    if (!isKongObject(found)) return false;
    const isMap = schema?.values !== undefined;
    if (isMap && Object.keys(found).length !== Object.keys(wanted).length) return false;
    return Object.entries(wanted).every(([name, value]) =>
      has(found[name], value, isMap ? schema.values : inside(schema, name)),
    );
  }
  if (Array.isArray(wanted) && Array.isArray(found)) {
    if (wanted.length !== found.length) return false;
    if (schema && !schema.isUnsorted) return wanted.every((each, index) => has(found[index], each, schema.elements));
    return wanted.every((each) =>
      found.some((other) => isDeepStrictEqual(each, other) || has(other, each, schema?.elements)),
    );
  }
  return found === wanted;
};
