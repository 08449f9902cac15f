import { isDeepStrictEqual } from 'node:util';
import { exactJson } from '#domain/core/exact-json.ts';
import type { Found } from '../compare/compare-schemas.ts';
import { type Fields, fieldsOf, listOf, resolved } from '../spec-tree.ts';
import { fieldAt } from './field-places.ts';
import { schemasIn } from './walk-schema.ts';

const typesOf = ({ type }: Fields): readonly unknown[] | undefined =>
  type === undefined
    ? undefined
    : (Array.isArray(type) ? type : [type]).map((one) => (one === 'integer' ? 'number' : one));
const valuesOf = (schema: unknown): readonly unknown[] | undefined => {
  const fields = fieldsOf(schema);
  if (Array.isArray(fields?.enum)) return fields.enum;
  return fields && 'const' in fields ? [fields.const] : undefined;
};
const areDisjoint = (one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean => {
  if (!one || !other) return false;
  const known = new Set(other.map((value) => exactJson(value)));
  return !one.some((value) => known.has(exactJson(value)));
};

/** Returns whether no message can match both: by their types, their values, or those of a property that both require. */
const areApart = (one: Fields, other: Fields): boolean => {
  if (areDisjoint(typesOf(one), typesOf(other)) || areDisjoint(valuesOf(one), valuesOf(other))) return true;
  const [some, others] = [fieldsOf(one.properties) ?? {}, fieldsOf(other.properties) ?? {}];
  return listOf(one.required).some(
    (name) =>
      typeof name === 'string' &&
      listOf(other.required).includes(name) &&
      areDisjoint(valuesOf(some[name]), valuesOf(others[name])),
  );
};

const alternativesOf = (root: Fields, { oneOf }: Fields): readonly Fields[] =>
  listOf(oneOf).map((one) => resolved(root, one) ?? {});

const mayOverlap = (alternatives: readonly Fields[]): boolean =>
  alternatives.some((one, at) => alternatives.slice(at + 1).some((other) => !areApart(one, other)));

const readers = { request: false, response: true } as const;
const writers = { request: true, response: false } as const;
const both = { request: true, response: true } as const;

/**
 * Returns what comes of `oneOf` besides its alternatives: exactly one must match. It takes the place of `anyOf`, or the other way
 * round; or alternatives that a message may match together change, so that one which narrows lets more messages in.
 */
export const exclusiveChanges = (before: Fields, after: Fields): readonly Found[] => {
  const old = new Map(schemasIn(before));
  return schemasIn(after).flatMap(([place, now]): Found[] => {
    const was = old.get(place);
    if (!was) return [];
    const [wasOne, isOne] = [listOf(was.oneOf).length > 1, listOf(now.oneOf).length > 1];
    const different = { rule: 'different', place: fieldAt(place) } as const;
    if (isOne && !wasOne && listOf(was.anyOf).length > 1)
      return [{ ...different, use: writers, before: 'anyOf', after: 'oneOf' }];
    if (wasOne && !isOne && listOf(now.anyOf).length > 1)
      return [{ ...different, use: readers, before: 'oneOf', after: 'anyOf' }];
    if (!wasOne || !isOne) return [];
    const [some, others] = [alternativesOf(before, was), alternativesOf(after, now)];
    if (isDeepStrictEqual(some, others) || !(mayOverlap(some) || mayOverlap(others))) return [];
    return [{ ...different, use: both }];
  });
};
