import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../spec-tree.ts';
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
/** Keywords that are only compared for equality. */
export const otherWords = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'prefixItems',
  'unevaluatedProperties',
  'unevaluatedItems',
];

const boundRule = (before: unknown, after: unknown, more: boolean): RuleName => {
  if (before === undefined) return 'limit-set';
  if (after === undefined) return 'limit-unset';
  // The same keyword is a number in OpenAPI 3.1 and a flag in older versions.
  if (typeof before !== 'number' || typeof after !== 'number') return 'form-changed';
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
  return change('form', before, after);
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
