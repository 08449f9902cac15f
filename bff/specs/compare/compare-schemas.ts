import { isDeepStrictEqual } from 'node:util';
import type { ChangeCode } from '#domain/api/comparison.ts';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import type { Contract, Schema } from './contract.ts';
import { referenceOf, resolve } from './schema-reference.ts';

/**
 * Where values of a schema go. A caller sends what is in requests: it breaks when less is taken. It reads what is in
 * responses: it breaks when more, or less, comes.
 */
export type Use = Readonly<{ request: boolean; response: boolean }>;

/** `narrowed` allows less than before, `widened` more, `other` something else. */
type Shift = 'narrowed' | 'widened' | 'other' | 'none';

const breaks = (shift: Shift, { request, response }: Use): boolean =>
  (shift === 'narrowed' && request) ||
  (shift === 'widened' && response) ||
  (shift === 'other' && (request || response));

export type Found = Readonly<{ what: ChangeCode; place: string; before: string; after: string; breaking: boolean }>;
export type Report = (found: Found) => void;
export type CompareSchemas = (before: Schema, after: Schema, place: string, use: Use) => void;

const longest = 80;
/** A value in a line of the comparison. */
export const shown = (value: unknown): string => {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
};

const at = (place: string, part: string): string =>
  place === '' || part === '[]' ? `${place}${part}` : `${place}.${part}`;

const everyType = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** The types that a schema allows; an integer is a number, what is nullable may be null. */
const typesOf = (schema: Fields): readonly string[] => {
  const { type, nullable } = schema;
  if (type === undefined) return schema.properties === undefined ? everyType : ['object'];
  const named = listOf(Array.isArray(type) ? type : [type]).map(String);
  return [...named, ...(nullable === true ? ['null'] : [])].sort();
};

const covers = (all: readonly string[], some: readonly string[]): boolean =>
  some.every((type) => all.includes(type) || (type === 'integer' && all.includes('number')));

const shiftOf = (before: readonly string[], after: readonly string[]): Shift => {
  const [holds, fits] = [covers(after, before), covers(before, after)];
  if (holds) return fits ? 'none' : 'widened';
  return fits ? 'narrowed' : 'other';
};

/** How a limit moved; `more` says whether a greater number allows more. */
const limitShift = (before: unknown, after: unknown, more: boolean | undefined): Shift => {
  if (isDeepStrictEqual(before, after)) return 'none';
  if (before === undefined) return 'narrowed';
  if (after === undefined) return 'widened';
  if (more === undefined || typeof before !== 'number' || typeof after !== 'number') return 'other';
  return after > before === more ? 'widened' : 'narrowed';
};

/** Limits that leave everything as it is without them. */
const limitless: Readonly<Record<string, unknown>> = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  exclusiveMinimum: false,
  exclusiveMaximum: false,
};
const limitOf = (schema: Fields, word: string): unknown =>
  schema[word] === limitless[word] ? undefined : schema[word];

const limits: Readonly<Record<string, boolean | undefined>> = {
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
  multipleOf: undefined,
  pattern: undefined,
  format: undefined,
  uniqueItems: undefined,
};

const blanks = new Map<unknown, Schema>();
/** The schema that says no more than the type of another one; the same one for all of a type. */
const blankLike = (schema: Schema): Schema => {
  const type = String(fieldsOf(schema)?.type ?? 'object');
  const blank = blanks.get(type) ?? { type };
  blanks.set(type, blank);
  return blank;
};

const valuesOf = (schema: Fields): readonly unknown[] | undefined => {
  if (Array.isArray(schema.enum)) return schema.enum;
  return 'const' in schema ? [schema.const] : undefined;
};

/**
 * Compares the schemas of two contracts for one operation, or one schema, and reports what differs. What both name alike
 * is compared under its name; what they name differently is compared once for each use, so that neither a schema that
 * holds itself nor a graph with many ways through it is without end.
 */
export const schemaComparison = (older: Contract, newer: Contract, report: Report): CompareSchemas => {
  const compareValues = (before: Fields, after: Fields, place: string, use: Use): void => {
    const [old, now] = [valuesOf(before), valuesOf(after)];
    const keys = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value)));
    const gone = old && now ? old.filter((value) => !keys(now).has(JSON.stringify(value))) : [];
    const come = old && now ? now.filter((value) => !keys(old).has(JSON.stringify(value))) : [];
    if (gone.length > 0 || (now && !old))
      report({
        what: 'values-removed',
        place,
        before: gone.map(shown).join(', '),
        after: old ? '' : shown(now),
        breaking: breaks('narrowed', use),
      });
    if (come.length > 0 || (old && !now))
      report({
        what: 'values-added',
        place,
        before: now ? '' : shown(old),
        after: come.map(shown).join(', '),
        breaking: breaks('widened', use),
      });
  };

  const compareProperties = (before: Fields, after: Fields, place: string, use: Use): void => {
    const [old, now] = [fieldsOf(before.properties) ?? {}, fieldsOf(after.properties) ?? {}];
    const [wasRequired, isRequired] = [new Set(listOf(before.required)), new Set(listOf(after.required))];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const part = at(place, name);
      const [one, other] = [fieldsOf(old[name]), fieldsOf(now[name])];
      // What is read only is in no request, what is written only in no response.
      const own: Use = {
        request: use.request && !(one?.readOnly === true && other?.readOnly === true),
        response: use.response && !(one?.writeOnly === true && other?.writeOnly === true),
      };
      if (!Object.hasOwn(now, name)) {
        const breaking = own.request || own.response;
        report({ what: 'property-removed', place: part, before: '', after: '', breaking });
      } else if (!Object.hasOwn(old, name)) {
        const required = isRequired.has(name);
        const breaking = required && use.request && other?.readOnly !== true;
        report({
          what: required ? 'property-required-added' : 'property-added',
          place: part,
          before: '',
          after: '',
          breaking,
        });
      } else {
        if (wasRequired.has(name) !== isRequired.has(name)) {
          const [what, shift] = isRequired.has(name)
            ? (['now-required', 'narrowed'] as const)
            : (['now-optional', 'widened'] as const);
          report({ what, place: part, before: '', after: '', breaking: breaks(shift, own) });
        }
        compare(old[name], now[name], part, own);
      }
    }
  };

  const compareAdditional = (before: Fields, after: Fields, place: string, use: Use): void => {
    const [old, now] = [before.additionalProperties, after.additionalProperties];
    if (fieldsOf(old) && fieldsOf(now)) {
      compare(old, now, at(place, '*'), use);
      return;
    }
    const [wasClosed, isClosed] = [old === false, now === false];
    if (wasClosed === isClosed) return;
    const [what, shift] = isClosed ? (['closed', 'narrowed'] as const) : (['opened', 'widened'] as const);
    // Who reads an object passes over what it does not know.
    report({ what, place, before: '', after: '', breaking: shift === 'narrowed' && use.request });
  };

  /** The members of one list that the other has not; what is named or written alike is the same. */
  const unmatched = (before: readonly Schema[], after: readonly Schema[]): [Schema[], Schema[]] => {
    const left = [...after];
    const gone = before.filter((one) => {
      const index = left.findIndex((other) => isDeepStrictEqual(one, other));
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
    return [gone, left];
  };

  const compareAlternatives = (before: Fields, after: Fields, place: string, use: Use): void => {
    for (const word of ['oneOf', 'anyOf'] as const) {
      const [gone, come] = unmatched(listOf(before[word]), listOf(after[word]));
      if (gone.length === come.length) {
        gone.forEach((one, index) => {
          compare(one, come[index], place, use);
        });
        continue;
      }
      const nameOf = (schema: Schema) => referenceOf(schema) ?? shown(fieldsOf(schema)?.title ?? schema);
      for (const one of gone)
        report({
          what: 'alternative-removed',
          place,
          before: nameOf(one),
          after: '',
          breaking: breaks('narrowed', use),
        });
      for (const one of come)
        report({ what: 'alternative-added', place, before: '', after: nameOf(one), breaking: breaks('widened', use) });
    }
    const [gone, come] = unmatched(listOf(before.allOf), listOf(after.allOf));
    for (let index = 0; index < Math.max(gone.length, come.length); index += 1) {
      const [one, other] = [gone[index], come[index]];
      compare(one ?? blankLike(resolve(newer, other)), other ?? blankLike(resolve(older, one)), place, use);
    }
  };

  const compared = new Set<string>();
  const numbers = new Map<unknown, number>();
  const numberOf = (schema: Schema): number => {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    return number;
  };

  const compare = (before: Schema, after: Schema, place: string, use: Use): void => {
    const [oldName, newName] = [referenceOf(before), referenceOf(after)];
    if (oldName !== undefined && oldName === newName) return;
    if (isDeepStrictEqual(before, after)) return;
    const [old, now] = [resolve(older, before), resolve(newer, after)];
    if (oldName !== undefined || newName !== undefined) {
      const pair = `${numberOf(old)} ${numberOf(now)} ${use.request} ${use.response}`;
      if (compared.has(pair)) return;
      compared.add(pair);
    }
    compareWritten(old, now, place, use);
  };

  const compareWritten = (before: Schema, after: Schema, place: string, use: Use): void => {
    const [old, now] = [before === true ? {} : fieldsOf(before), after === true ? {} : fieldsOf(after)];
    if (!old || !now) {
      if (!isDeepStrictEqual(before, after))
        report({
          what: 'different',
          place,
          before: shown(before),
          after: shown(after),
          breaking: use.request || use.response,
        });
      return;
    }
    const [types, newTypes] = [typesOf(old), typesOf(now)];
    const shift = shiftOf(types, newTypes);
    if (shift !== 'none') {
      const [wasText, isText] = [types, newTypes].map((list) => (list === everyType ? '' : list.join(', ')));
      report({ what: 'type-changed', place, before: wasText ?? '', after: isText ?? '', breaking: breaks(shift, use) });
    }
    compareValues(old, now, place, use);
    for (const [word, more] of Object.entries(limits)) {
      const [was, is] = [limitOf(old, word), limitOf(now, word)];
      const moved = limitShift(was, is, more);
      if (moved === 'none') continue;
      const [from, to] = [was, is].map((value) => (value === undefined ? '' : `${word}: ${shown(value)}`));
      report({ what: 'limit-changed', place, before: from ?? '', after: to ?? '', breaking: breaks(moved, use) });
    }
    compareProperties(old, now, place, use);
    compareAdditional(old, now, place, use);
    if (old.items !== undefined || now.items !== undefined)
      compare(old.items ?? true, now.items ?? true, at(place, '[]'), use);
    compareAlternatives(old, now, place, use);
    if (!isDeepStrictEqual(old.not, now.not))
      report({
        what: 'different',
        place,
        before: shown(old.not),
        after: shown(now.not),
        breaking: breaks('other', use),
      });
  };

  return compare;
};
