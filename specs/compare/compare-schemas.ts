import { isDeepStrictEqual } from 'node:util';
import { exactJson } from '#domain/core/exact-json.ts';
import { cutText } from '#platform/cut-text.ts';
import { fieldsOf, listOf } from '../spec-tree.ts';
import { keepLimit, limitChanges, otherChanges } from './compare-limits.ts';
import type { Contract, Schema } from './contract.ts';
import { matchForms } from './match-forms.ts';
import type { Merge, Merged } from './merged-schema.ts';
import { type RuleName, type Use, verdictOf } from './rules.ts';
import { wordsOf } from './schema-forms.ts';
import { referenceOf } from './schema-names.ts';
import { resolve } from './schema-reference.ts';
import { type Types, typesOf } from './schema-types.ts';

export type Found = Readonly<{ rule: RuleName; place: string; use: Use; before?: string; after?: string }>;
/** Two contracts, with functions that read each of their schemas once. */
export type Contracts = Readonly<{
  older: Contract;
  newer: Contract;
  mergeOld: Merge;
  mergeNew: Merge;
  /** How many more pairs of schemas may be compared to find out whether one alternative contains another. */
  looks: { left: number };
}>;
/** A comparison for its result only. It ends at the first difference that is not safe, or at the limit. */
type Look = { isOver: boolean };
export type Report = (found: Found) => void;
export type CompareSchemas = (before: Schema, after: Schema, place: string, use: Use) => void;

/** Pairs of alternatives that are compared to find one that contains the other. */
const mostLooks = 100;

const longest = 80;
/** Returns a value as text for a line of the comparison. */
export const shown = (value: unknown): string => {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : (exactJson(value) ?? '');
  return text.length > longest ? `${cutText(text, longest)}…` : text;
};
const nameOf = (schema: Schema): string => referenceOf(schema) ?? shown(fieldsOf(schema)?.title ?? schema);

const at = (place: string, part: string): string =>
  place === '' || part === '[]' ? `${place}${part}` : `${place}.${part}`;

const covers = (all: readonly string[] | undefined, some: readonly string[] | undefined): boolean =>
  all === undefined ||
  (some?.every((type) => all.includes(type) || (type === 'integer' && all.includes('number'))) ?? false);

/** Returns whether a schema is only a list of alternatives. */
const isUnion = ({ unions, properties, values, fields }: Merged): boolean =>
  unions.length > 0 && properties.size === 0 && !values && fields.items === undefined;

/** Returns whether a schema allows every value. */
const saysNothing = (schema: Schema): boolean =>
  schema === undefined ||
  schema === true ||
  (fieldsOf(schema) !== undefined && wordsOf(fieldsOf(schema) ?? {}).length === 0);

/** Returns the property of a discriminator (in Swagger 2.0 its name alone), and what its values lead to. */
const choiceOf = (discriminator: unknown) => {
  const fields = fieldsOf(discriminator);
  const property = fields?.propertyName ?? discriminator;
  const targets = Object.entries(fieldsOf(fields?.mapping) ?? {}).map(([value, target]): [string, string] => [
    value,
    referenceOf({ $ref: target }) ?? String(target),
  ]);
  return { property: typeof property === 'string' ? property : undefined, targets: new Map(targets) };
};

const mayBe = (type: string, { types }: Types): boolean => types?.includes(type) ?? true;

/** Returns a schema with several types as alternatives, one for each type. */
const byType = (schema: Schema, { fields }: Merged): readonly Schema[] => {
  const types = listOf(fields.type).filter((type) => type !== 'null');
  return types.length > 1 ? types.map((type) => ({ allOf: [schema, { type }] })) : [schema];
};

/** Returns whether an alternative requires only properties that were required before. */
const isKept = (form: Schema, { required }: Merged): boolean => {
  const fields = fieldsOf(form);
  return (
    fields !== undefined &&
    wordsOf(fields).join() === 'required' &&
    listOf(fields.required).every((name) => required.has(name))
  );
};

const keysOf = (values: readonly unknown[]) => new Set(values.map((value) => exactJson(value)));
const without = (values: readonly unknown[], others: readonly unknown[]): readonly unknown[] => {
  const known = keysOf(others);
  return values.filter((value) => value !== null && !known.has(exactJson(value)));
};

/** Both sides: whole (`old`, `now`), and without the named schemas that both share (`oldOwn`, `nowOwn`). */
type Sides = Readonly<{ old: Merged; now: Merged; oldOwn: Merged; nowOwn: Merged }>;

/**
 * Compares the schemas of one operation or one named schema in two contracts and reports the differences. Schemas with
 * the same name are compared separately, under their name; all others once for each use. So recursive schemas and graphs
 * with many paths end too.
 *
 * @param look set when the comparison only finds out whether one alternative contains another.
 */
export const schemaComparison = (contracts: Contracts, report: Report, look?: Look): CompareSchemas => {
  const { older, newer, mergeOld, mergeNew } = contracts;

  /** Returns whether a value can match both sides. If not, there is nothing more to compare. */
  const compareTypes = ({ old, now, oldOwn, nowOwn }: Sides, place: string, use: Use, isNullTold: boolean): boolean => {
    const [own, newOwn] = [typesOf(mergeOld, oldOwn), typesOf(mergeNew, nowOwn)];
    // The shared named schemas say the rest. Their changes are reported under their names.
    if (isDeepStrictEqual(own, newOwn) && oldOwn.nullable === nowOwn.nullable) return true;
    const [was, is] = [typesOf(mergeOld, old), typesOf(mergeNew, now)];
    const textOf = ({ types, nullable }: typeof was) => [
      ...(types ?? []),
      ...(types && nullable && !isNullTold ? ['null'] : []),
    ];
    const asks = was.types === undefined ? undefined : textOf(was);
    const gives = is.types === undefined ? undefined : textOf(is);
    const [holds, fits] = [covers(gives, asks), covers(asks, gives)];
    if (holds && fits) return true;
    const rule = holds ? 'type-widened' : fits ? 'type-narrowed' : 'type-changed';
    report({ rule, place, use, before: asks?.join(', ') ?? '', after: gives?.join(', ') ?? '' });
    return !was.types || !is.types || was.types.some((type) => covers(is.types, [type]) || covers([type], is.types));
  };

  const compareValues = ({ old, now, oldOwn, nowOwn }: Sides, place: string, use: Use): void => {
    if (isDeepStrictEqual(oldOwn.values, nowOwn.values)) return;
    const [was, is] = [old.values, now.values];
    if (!was || !is) {
      if (was) report({ rule: 'values-unset', place, use, before: shown(was) });
      if (is) report({ rule: 'values-set', place, use, after: shown(is) });
      return;
    }
    const [gone, come] = [without(was, is), without(is, was)];
    if (was.length === 1 && is.length === 1 && 'const' in old.fields && 'const' in now.fields && gone.length > 0) {
      report({ rule: 'value-changed', place, use, before: shown(was[0]), after: shown(is[0]) });
      return;
    }
    if (gone.length > 0) report({ rule: 'values-removed', place, use, before: gone.map(shown).join(', ') });
    if (come.length > 0) report({ rule: 'values-added', place, use, after: come.map(shown).join(', ') });
  };

  const compareLimits = ({ old, now, oldOwn, nowOwn }: Sides, place: string, use: Use): void => {
    const own = new Set(limitChanges(oldOwn.fields, nowOwn.fields).map(({ word }) => word));
    for (const { word, rule, before, after } of limitChanges(old.fields, now.fields)) {
      if (!own.has(word)) continue;
      const [from, to] = [before, after].map((value) => (value === undefined ? '' : `${word}: ${shown(value)}`));
      // A list of values says more than a limit that they all keep. Callers send old values and read new ones.
      const felt: Use = {
        request: use.request && !keepLimit(old.values, word, after),
        response: use.response && !keepLimit(now.values, word, before),
      };
      report({ rule, place, use: felt, before: from ?? '', after: to ?? '' });
    }
    for (const word of otherChanges(oldOwn.fields, nowOwn.fields))
      report({
        rule: 'different',
        place: at(place, word),
        use,
        before: shown(old.fields[word]),
        after: shown(now.fields[word]),
      });
  };

  /** By which property, and by which of its values, an alternative is chosen. */
  const compareChoice = ({ old, now, oldOwn, nowOwn }: Sides, place: string, use: Use): void => {
    if (isDeepStrictEqual(oldOwn.fields.discriminator, nowOwn.fields.discriminator)) return;
    const [was, is] = [choiceOf(old.fields.discriminator), choiceOf(now.fields.discriminator)];
    const where = at(place, 'discriminator');
    if (was.property !== is.property) {
      const rule = was.property === undefined || is.property === undefined ? 'different' : 'choice-changed';
      report({ rule, place: where, use, before: was.property ?? '', after: is.property ?? '' });
    }
    for (const value of new Set([...was.targets.keys(), ...is.targets.keys()])) {
      const [from, to] = [was.targets.get(value), is.targets.get(value)];
      if (from === to) continue;
      const rule = to === undefined ? 'choice-removed' : from === undefined ? 'choice-added' : 'choice-changed';
      const text = (target: string | undefined) => (target === undefined ? '' : `${value}: ${target}`);
      report({ rule, place: where, use, before: text(from), after: text(to) });
    }
  };

  const removedRule = (name: string, { old, now }: Sides): RuleName => {
    if (now.fields.additionalProperties === false && old.fields.additionalProperties !== false)
      return 'property-refused';
    if (old.required.has(name)) return 'property-required-removed';
    return now.fields.additionalProperties === false ? 'property-removed-closed' : 'property-removed';
  };

  const addedRule = (name: string, { old, now }: Sides): RuleName => {
    const isClosed = old.fields.additionalProperties === false || old.fields.unevaluatedProperties === false;
    if (now.required.has(name)) return isClosed ? 'property-required-added-closed' : 'property-required-added';
    return isClosed ? 'property-added-closed' : 'property-added';
  };

  const compareProperties = (sides: Sides, place: string, use: Use): void => {
    const { old, now, oldOwn, nowOwn } = sides;
    // A shared named schema may require a property that only one side describes.
    const demanded = [oldOwn, nowOwn].flatMap(({ required }) => [...required]).map(String);
    for (const name of new Set([...oldOwn.properties.keys(), ...nowOwn.properties.keys(), ...demanded])) {
      const [was, is] = [old.properties.get(name), now.properties.get(name)];
      const part = at(place, name);
      if (was === undefined && is === undefined) {
        if (old.required.has(name) !== now.required.has(name))
          report({ rule: now.required.has(name) ? 'property-required' : 'property-optional', place: part, use });
        continue;
      }
      const [one, other] = [mergeOld(was).fields, mergeNew(is).fields];
      // A readOnly property is in no request, a writeOnly one in no response.
      const own: Use = {
        request: use.request && !(one.readOnly === true && (other.readOnly === true || is === undefined)),
        response: use.response && !(one.writeOnly === true && (other.writeOnly === true || is === undefined)),
      };
      if (is === undefined) report({ rule: removedRule(name, sides), place: part, use: own });
      else if (was === undefined) {
        report({
          rule: addedRule(name, sides),
          place: part,
          use: { ...use, request: use.request && other.readOnly !== true },
        });
      } else {
        if (old.required.has(name) !== now.required.has(name)) {
          const rule = now.required.has(name) ? 'property-required' : 'property-optional';
          report({ rule, place: part, use: own });
        }
        // What only the other side has from now on is gone for this one.
        const gone: Use = {
          request: use.request && one.readOnly !== true && other.readOnly === true,
          response: use.response && one.writeOnly !== true && other.writeOnly === true,
        };
        if (gone.request || gone.response) report({ rule: removedRule(name, sides), place: part, use: gone });
        compare(was, is, part, own);
      }
    }
  };

  const compareAdditional = ({ old, now, oldOwn, nowOwn }: Sides, place: string, use: Use): void => {
    const word = 'additionalProperties';
    if (isDeepStrictEqual(oldOwn.fields[word], nowOwn.fields[word])) return;
    const [was, is] = [old.fields[word], now.fields[word]];
    if (!saysNothing(was) && !saysNothing(is) && fieldsOf(was) && fieldsOf(is)) {
      compare(was, is, at(place, '*'), use);
      return;
    }
    if (was === false || is === false) {
      if (was !== is) report({ rule: is === false ? 'closed' : 'opened', place, use });
      return;
    }
    // A schema without keywords allows every value, as `true` does.
    const [some, others] = [saysNothing(was), saysNothing(is)];
    if (some !== others) report({ rule: some ? 'others-narrowed' : 'others-widened', place: at(place, '*'), use });
  };

  /** Returns whether `after` is safe for callers of `before`. Does not look into alternatives of alternatives. */
  const fits = (before: Schema, after: Schema, place: string, use: Use): boolean => {
    const attempt: Look = { isOver: false };
    const notice: Report = ({ rule, use: where }) => {
      attempt.isOver ||= verdictOf(rule, where) !== 'safe';
    };
    schemaComparison(contracts, notice, attempt)(before, after, place, use);
    return !attempt.isOver;
  };

  const compareForms = (before: readonly Schema[], after: readonly Schema[], place: string, use: Use): void => {
    const { pairs, gone, come } = matchForms([mergeOld, before], [mergeNew, after]);
    for (const [one, other] of pairs) compareParts(one, other, place, use, true);
    const isFew = !look && gone.length * after.length + come.length * before.length <= mostLooks;
    const sent: Use = { request: true, response: false };
    const read: Use = { request: false, response: true };
    // Two alternatives may have been joined, or one may have been split.
    const left = isFew ? gone.filter((one) => !after.some((other) => fits(one, other, place, sent))) : gone;
    const added = isFew ? come.filter((one) => !before.some((other) => fits(other, one, place, read))) : come;
    if (left.length > 0) report({ rule: 'alternative-removed', place, use, before: left.map(nameOf).join(' | ') });
    const rule = before.length === 1 ? 'alternative-beside' : 'alternative-added';
    if (added.length > 0) report({ rule, place, use, after: added.map(nameOf).join(' | ') });
  };

  /** Alternatives beside properties say which properties belong together. */
  const compareUnions = ({ old, oldOwn, nowOwn }: Sides, place: string, use: Use): void => {
    const [was, is] = [oldOwn.unions, nowOwn.unions];
    for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
      const [one, other] = [was[index], is[index]];
      if (one && other) compareForms(one, other, place, use);
      else if (one) report({ rule: 'alternatives-dropped', place, use, before: one.map(nameOf).join(' | ') });
      else if (other && !other.some((form) => isKept(form, old)))
        report({ rule: 'alternatives-demanded', place, use, after: other.map(nameOf).join(' | ') });
    }
  };

  const compared = new Set<string>();
  const numbers = new Map<Schema, number>();
  /** A schema that is only a reference counts as its target, so that a name counts once. */
  const numberOf = (contract: Contract, schema: Schema): number => {
    const isReference = Object.keys(fieldsOf(schema) ?? {}).join() === '$ref';
    const one = isReference ? resolve(contract, schema) : schema;
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  };

  /** Both sides, without alternatives. */
  const sidesOf = (before: Schema, after: Schema): Sides => {
    const [old, now] = [mergeOld(before), mergeNew(after)];
    const shared = new Set([...old.names].filter((name) => now.names.has(name)));
    if (shared.size === 0) return { old, now, oldOwn: old, nowOwn: now };
    return { old, now, oldOwn: mergeOld(before, shared), nowOwn: mergeNew(after, shared) };
  };

  const compare: CompareSchemas = (before, after, place, use) => compareParts(before, after, place, use, false);

  /** @param isNullTold whether a change of null was already reported for these alternatives. */
  const compareParts = (before: Schema, after: Schema, place: string, use: Use, isNullTold: boolean): void => {
    if (look) {
      contracts.looks.left -= 1;
      look.isOver ||= contracts.looks.left < 0;
      if (look.isOver) return;
    }
    if (isDeepStrictEqual(before, after)) return;
    const pair = [numberOf(older, before), numberOf(newer, after), use.request, use.response, isNullTold].join(' ');
    if (compared.has(pair)) return;
    compared.add(pair);
    const sides = sidesOf(before, after);
    const { old, now, oldOwn, nowOwn } = sides;
    if (old.never !== now.never) {
      report({ rule: old.never ? 'type-widened' : 'type-narrowed', place, use });
      return;
    }
    const [wasUnion, isNowUnion] = [isUnion(old) && isUnion(oldOwn), isUnion(now) && isUnion(nowOwn)];
    compareChoice(sides, place, use);
    if (wasUnion || isNowUnion) {
      if (old.nullable !== now.nullable)
        report({
          rule: now.nullable ? 'type-widened' : 'type-narrowed',
          place,
          use,
          after: now.nullable ? 'null' : '',
        });
      compareForms(
        wasUnion ? (oldOwn.unions[0] ?? []) : byType(before, old),
        isNowUnion ? (nowOwn.unions[0] ?? []) : byType(after, now),
        place,
        use,
      );
      return;
    }
    if (!compareTypes(sides, place, use, isNullTold)) return;
    compareValues(sides, place, use);
    compareLimits(sides, place, use);
    compareProperties(sides, place, use);
    compareAdditional(sides, place, use);
    const areLists = mayBe('array', typesOf(mergeOld, old)) && mayBe('array', typesOf(mergeNew, now));
    if (areLists && (oldOwn.fields.items !== undefined || nowOwn.fields.items !== undefined))
      compare(old.fields.items ?? true, now.fields.items ?? true, at(place, '[]'), use);
    compareUnions(sides, place, use);
  };

  return compare;
};
