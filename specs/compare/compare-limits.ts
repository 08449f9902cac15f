import { isDeepStrictEqual } from 'node:util';
import { isNumber, type JsonNumber } from '../json-number.ts';
import { type Fields, fieldsOf } from '../spec-tree.ts';
import type { RuleName } from './rules.ts';

/** Values of limits that limit nothing. */
const limitless: Readonly<Record<string, unknown>> = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  exclusiveMinimum: false,
  exclusiveMaximum: false,
  pattern: '',
};
/** The widest number formats. An integer without a format is hardly ever larger. */
const widest = new Set<unknown>(['int64', 'double']);
const limitOf = (schema: Fields, word: string): unknown =>
  schema[word] === limitless[word] ? undefined : schema[word];

/** Keywords that limit a value by a number. True: a greater number allows more. */
const bounds: Readonly<Record<string, boolean>> = {
  minimum: false,
  exclusiveMinimum: false,
  minLength: false,
  minItems: false,
  minProperties: false,
  maximum: true,
  exclusiveMaximum: true,
  maxLength: true,
  maxItems: true,
  maxProperties: true,
};
const forms = ['format', 'multipleOf', 'uniqueItems'];
/**
 * Formats that limit a value (OpenAPI 3.0.3, "Data Types"; JSON Schema 2020-12, 7.3). All others, such as `password` and
 * `currency`, are words for readers: no validator knows them.
 */
const limitingFormats = new Set<unknown>(
  (
    'int32 int64 float double byte binary date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 ' +
    'uri uri-reference iri iri-reference uuid uri-template json-pointer relative-json-pointer regex'
  ).split(' '),
);
/** Keywords that are compared by rules of their own, in schemas or by where they are used. */
const ruled = new Set([
  ...Object.keys(bounds),
  ...forms,
  ...'pattern type enum const items properties required additionalProperties allOf oneOf anyOf nullable'.split(' '),
  ...'readOnly writeOnly discriminator'.split(' '),
]);
/** Keywords that change nothing for a caller. */
const harmless = new Set(
  'title description summary example examples default deprecated externalDocs $schema $id $anchor $dynamicAnchor $comment $defs definitions'.split(
    ' ',
  ),
);
/** Returns the keywords that differ and have no rule: whoever calls has to look. */
export const otherChanges = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (word) =>
      !ruled.has(word) &&
      !harmless.has(word) &&
      !word.startsWith('x-') &&
      !isDeepStrictEqual(before[word], after[word]),
  );

const boundRule = (before: unknown, after: unknown, more: boolean): RuleName => {
  if (before === undefined) return 'limit-set';
  if (after === undefined) return 'limit-unset';
  // The same keyword is a number in OpenAPI 3.1 and a flag in older versions.
  if (!isNumber(before) || !isNumber(after)) return 'form-changed';
  return after > before === more ? 'limit-loosened' : 'limit-tightened';
};

const change = (kind: 'pattern' | 'form', before: unknown, after: unknown): RuleName => {
  if (before === undefined) return `${kind}-set`;
  return after === undefined ? `${kind}-unset` : `${kind}-changed`;
};

/** Number formats: the second accepts all values of the first. */
const wider: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };
const formatRule = (before: unknown, after: unknown): RuleName => {
  if (typeof before === 'string' && typeof after === 'string') {
    if (wider[before] === after) return 'type-widened';
    if (wider[after] === before) return 'type-narrowed';
  }
  const [was, is] = [before, after].map((format) => (limitingFormats.has(format) ? format : undefined));
  if (was !== undefined || is !== undefined) return change('form', was, is);
  return before === undefined || after === undefined ? 'format-named' : 'format-renamed';
};

const sizeOf = (value: unknown): number =>
  typeof value === 'string'
    ? [...value].length
    : Array.isArray(value)
      ? value.length
      : Object.keys(Object(value)).length;
/** The types that a limit is about. A value of another type keeps it. */
const measured: readonly (readonly [RegExp, (value: unknown) => JsonNumber | undefined])[] = [
  [/Length$/, (value) => (typeof value === 'string' ? sizeOf(value) : undefined)],
  [/Items$/, (value) => (Array.isArray(value) ? sizeOf(value) : undefined)],
  [/Properties$/, (value) => (fieldsOf(value) ? sizeOf(value) : undefined)],
  [/imum$/, (value) => (isNumber(value) ? value : undefined)],
];
/**
 * Returns whether all allowed values keep a limit, so that it says nothing that their list does not say. False when the
 * values are not listed, or it can't be told.
 */
export const keepLimit = (values: readonly unknown[] | undefined, word: string, limit: unknown): boolean => {
  if (!values) return false;
  if (limit === undefined || word === 'format') return true;
  const measure = measured.find(([name]) => name.test(word))?.[1];
  if (!measure || !isNumber(limit)) return false;
  const isKept = (size: JsonNumber): boolean => {
    if (word.startsWith('exclusive')) return bounds[word] ? size < limit : size > limit;
    return bounds[word] ? size <= limit : size >= limit;
  };
  return values.map(measure).every((size) => size === undefined || isKept(size));
};

export type LimitChange = Readonly<{ word: string; rule: RuleName; before: unknown; after: unknown }>;

/** Returns the limits that differ between two schemas. */
export const limitChanges = (before: Fields, after: Fields): LimitChange[] =>
  [...Object.keys(bounds), 'pattern', ...forms].flatMap((word): LimitChange[] => {
    const [was, is] = [limitOf(before, word), limitOf(after, word)];
    if (isDeepStrictEqual(was, is)) return [];
    if (word === 'format' && (was === undefined ? widest.has(is) : is === undefined && widest.has(was))) return [];
    const more = bounds[word];
    const of = (): RuleName => {
      if (more !== undefined) return boundRule(was, is, more);
      if (word === 'pattern') return change('pattern', was, is);
      return word === 'format' ? formatRule(was, is) : change('form', was, is);
    };
    return [{ word, rule: of(), before: was, after: is }];
  });
