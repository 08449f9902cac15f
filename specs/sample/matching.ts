import { areEqual, isNumber, isWhole, type JsonNumber } from '../json-number.ts';
import { linearPatterns, type Pattern } from '../linear-patterns.ts';
import { atReference, type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import { hasFormat, rangeOfFormat } from './formats.ts';
import { inOneForm, referenceIn, type Schema } from './parts.ts';

/** Returns whether a value obeys a schema, as the body of a request: a property that is only read need not be there. */
type Matches = (schema: Schema, value: unknown) => boolean;
export type Matching = Readonly<{
  matches: Matches;
  patternOf: (pattern: string) => Pattern;
}>;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isNumber(value) ? 'number' : typeof value;
};

const hasType = (value: unknown, types: readonly unknown[]): boolean =>
  types.some((type) => type === typeOf(value) || (type === 'integer' && isNumber(value) && isWhole(value)));

const isMultiple = (value: JsonNumber, of: JsonNumber): boolean => {
  if (typeof value === 'bigint' || typeof of === 'bigint')
    return isWhole(value) && isWhole(of) && BigInt(value) % BigInt(of) === 0n;
  return Number.isInteger(value / of);
};

type Rule = (limit: JsonNumber, size: JsonNumber) => boolean;
const atLeast: Rule = (limit, size) => size >= limit;
const atMost: Rule = (limit, size) => size <= limit;
const sizes: Readonly<Record<string, Rule>> = { min: atLeast, max: atMost };
const numberRules: Readonly<Record<string, Rule>> = {
  minimum: atLeast,
  maximum: atMost,
  exclusiveMinimum: (limit, value) => value > limit,
  exclusiveMaximum: (limit, value) => value < limit,
  multipleOf: (of, value) => of <= 0 || isMultiple(value, of),
};

const numberKeeps = (schema: Fields, value: JsonNumber): boolean => {
  const range = rangeOfFormat(schema.format);
  if (range && isWhole(value) && (value < range[0] || value > range[1])) return false;
  return Object.entries(numberRules).every(([word, keeps]) => {
    const limit = schema[word];
    return !isNumber(limit) || keeps(limit, value);
  });
};

const keepsSize = (schema: Fields, unit: string, size: number): boolean =>
  Object.entries(sizes).every(([end, keeps]) => {
    const limit = schema[`${end}${unit}`];
    return !isNumber(limit) || keeps(limit, size);
  });

const isUnique = (items: readonly unknown[]): boolean =>
  items.every((item, index) => !items.slice(0, index).some((other) => areEqual(item, other)));

/** Levels of schemas and references below each other. What is deeper counts as obeyed: nobody reads it. */
const deepest = 200;

/**
 * Creates the check of a description. Ajv does not do here: a description of 14 MB has tens of thousands of schemas, each
 * of which it would compile, and it knows neither `nullable` nor references through other references.
 *
 * @param steps schemas that are looked at before everything counts as obeyed.
 */
export const matchingOf = (root: Fields, steps: { left: number }): Matching => {
  const compile = linearPatterns();
  const patterns = new Map<string, Pattern>();
  const patternOf: Matching['patternOf'] = (pattern) => {
    const known = patterns.get(pattern) ?? compile(pattern);
    patterns.set(pattern, known);
    return known;
  };

  const textKeeps = (schema: Fields, text: string): boolean => {
    if (!keepsSize(schema, 'Length', [...text].length)) return false;
    if (typeof schema.pattern === 'string' && !patternOf(schema.pattern).test(text)) return false;
    return typeof schema.format !== 'string' || hasFormat(schema.format, text);
  };

  const listKeeps = (schema: Fields, items: readonly unknown[], depth: number): boolean => {
    if (!keepsSize(schema, 'Items', items.length)) return false;
    if (schema.uniqueItems === true && !isUnique(items)) return false;
    const first = listOf(schema.prefixItems);
    if (!items.every((item, index) => obeys(index < first.length ? first[index] : schema.items, item, depth)))
      return false;
    if (schema.contains !== undefined) {
      const count = items.filter((item) => obeys(schema.contains, item, depth)).length;
      if (count < Number(schema.minContains ?? 1) || count > Number(schema.maxContains ?? count)) return false;
    }
    if (schema.unevaluatedItems === undefined) return true;
    const isFree = (one: Fields): boolean =>
      one.items !== undefined || inPlace(one, items, depth).some((part) => isFree(part));
    const taken = (one: Fields): number =>
      Math.max(listOf(one.prefixItems).length, ...inPlace(one, items, depth).map(taken));
    return isFree(schema) || items.slice(taken(schema)).every((item) => obeys(schema.unevaluatedItems, item, depth));
  };

  /** Returns the schemas for the same value that a schema names and the value obeys. */
  const inPlace = (schema: Fields, value: unknown, depth: number): Fields[] => {
    if (depth > deepest) return [];
    const reference = referenceIn(schema);
    const condition =
      schema.if === undefined ? [] : obeys(schema.if, value, depth) ? [schema.if, schema.then] : [schema.else];
    const dependent = Object.entries(fieldsOf(schema.dependentSchemas) ?? {}).flatMap(([name, one]) =>
      Object.hasOwn(Object(value), name) ? [one] : [],
    );
    return [
      ...(reference === undefined ? [] : [atReference(root, reference)]),
      ...listOf(schema.allOf),
      ...[...listOf(schema.oneOf), ...listOf(schema.anyOf)].filter((one) => obeys(one, value, depth + 1)),
      ...condition,
      ...dependent,
    ].flatMap((one) => {
      const fields = fieldsOf(one);
      return fields ? [inOneForm(fields)] : [];
    });
  };

  const schemasFor = (schema: Fields, name: string): Schema[] => {
    const properties = fieldsOf(schema.properties) ?? {};
    return [
      ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
      ...Object.entries(fieldsOf(schema.patternProperties) ?? {}).flatMap(([pattern, one]) =>
        patternOf(pattern).test(name) ? [one] : [],
      ),
    ];
  };

  const isEvaluated = (schema: Fields, name: string, value: Fields, depth: number): boolean =>
    schemasFor(schema, name).length > 0 ||
    schema.additionalProperties !== undefined ||
    inPlace(schema, value, depth).some((part) => isEvaluated(part, name, value, depth + 1));

  const isOnlyRead = (schema: Fields, name: string): boolean =>
    schemasFor(schema, name).some((one) => {
      const fields = fieldsOf(one);
      const reference = fields && referenceIn(fields);
      return [fields, reference === undefined ? undefined : fieldsOf(atReference(root, reference))].some(
        (part) => part?.readOnly === true,
      );
    });

  const objectKeeps = (schema: Fields, value: Fields, depth: number): boolean => {
    const names = Object.keys(value);
    if (!keepsSize(schema, 'Properties', names.length)) return false;
    const has = (name: unknown): boolean => typeof name !== 'string' || Object.hasOwn(value, name);
    if (!listOf(schema.required).every((name) => has(name) || isOnlyRead(schema, String(name)))) return false;
    const dependencies = { ...fieldsOf(schema.dependencies), ...fieldsOf(schema.dependentRequired) };
    for (const [name, needed] of Object.entries(dependencies))
      if (Object.hasOwn(value, name) && !listOf(needed).every(has)) return false;
    const needs = { ...fieldsOf(schema.dependencies), ...fieldsOf(schema.dependentSchemas) };
    for (const [name, needed] of Object.entries(needs))
      if (Object.hasOwn(value, name) && !Array.isArray(needed) && !obeys(needed, value, depth)) return false;
    return names.every((name) => {
      if (schema.propertyNames !== undefined && !obeys(schema.propertyNames, name, depth)) return false;
      const own = schemasFor(schema, name);
      if (own.length > 0) return own.every((one) => obeys(one, value[name], depth));
      if (schema.additionalProperties !== undefined) return obeys(schema.additionalProperties, value[name], depth);
      return (
        schema.unevaluatedProperties === undefined ||
        isEvaluated(schema, name, value, depth) ||
        obeys(schema.unevaluatedProperties, value[name], depth)
      );
    });
  };

  const formsKeep = (schema: Fields, value: unknown, depth: number): boolean => {
    const isIn = (one: Schema): boolean => obeys(one, value, depth);
    if (!listOf(schema.allOf).every(isIn)) return false;
    if (Array.isArray(schema.anyOf) && !schema.anyOf.some(isIn)) return false;
    if (Array.isArray(schema.oneOf) && schema.oneOf.filter(isIn).length !== 1) return false;
    if (schema.not !== undefined && isIn(schema.not)) return false;
    return schema.if === undefined || isIn((isIn(schema.if) ? schema.then : schema.else) ?? true);
  };

  const obeys = (schema: Schema, value: unknown, above: number): boolean => {
    if (schema === false) return false;
    const written = fieldsOf(schema);
    steps.left -= 1;
    const depth = above + 1;
    if (!written || depth > deepest || steps.left < 0) return true;
    const reference = referenceIn(written);
    if (reference !== undefined && !obeys(atReference(root, reference), value, depth)) return false;
    const fields = inOneForm(written);
    if (fields.type !== undefined && !hasType(value, [fields.type].flat())) return false;
    if ('const' in fields && !areEqual(fields.const, value)) return false;
    if (Array.isArray(fields.enum) && !fields.enum.some((one) => areEqual(one, value))) return false;
    if (!formsKeep(fields, value, depth)) return false;
    if (isNumber(value)) return numberKeeps(fields, value);
    if (typeof value === 'string') return textKeeps(fields, value);
    if (Array.isArray(value)) return listKeeps(fields, value, depth);
    const object = fieldsOf(value);
    return !object || objectKeeps(fields, object, depth);
  };

  return { matches: (schema, value) => obeys(schema, value, 0), patternOf };
};
