import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../spec-tree.ts';
import type { Schema } from './contract.ts';
import type { Merge, Merged } from './merged-schema.ts';
import { referenceOf } from './schema-names.ts';
import { typesOf } from './schema-types.ts';

/** Which alternatives of two lists belong together, and which were removed or added. */
export type Matched = Readonly<{
  pairs: readonly (readonly [Schema, Schema])[];
  gone: readonly Schema[];
  come: readonly Schema[];
}>;

/** Returns the properties with a single value: `kind: dog` identifies an alternative. */
const tagsOf = ({ properties }: Merged): Map<string, unknown> =>
  new Map(
    [...properties].flatMap(([name, schema]): [string, unknown][] => {
      const fields = fieldsOf(schema);
      if (fields && 'const' in fields) return [[name, fields.const]];
      return Array.isArray(fields?.enum) && fields.enum.length === 1 ? [[name, fields.enum[0]]] : [];
    }),
  );

/** Returns how similar two sets of names are, from 0 to 1. A set that only grew is similar too. */
const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const [all, least] = [new Set([...one, ...other]).size, Math.min(one.size, other.size)];
  if (all === 0) return 0.5;
  const common = [...one].filter((name) => other.has(name)).length;
  return least === 0 ? 0 : (common / all + common / least) / 2;
};

const same = 2;
/** From this likeness on, two alternatives count as one that has changed. */
const alike = 0.3;

/** Returns the likeness of two alternatives; 0 when they can't be the same. */
const likeness = ([mergeOld, old]: [Merge, Schema], [mergeNew, now]: [Merge, Schema]): number => {
  const [oldName, newName] = [referenceOf(old), referenceOf(now)];
  const [one, other] = [mergeOld(old), mergeNew(now)];
  if (newName !== undefined && one.names.has(newName)) return same;
  if (oldName !== undefined && other.names.has(oldName)) return same;
  const [was, is] = [typesOf(mergeOld, one).types, typesOf(mergeNew, other).types];
  if (was && is && !was.some((type) => is.includes(type))) return 0;
  const tags = tagsOf(other);
  let isTagged = false;
  for (const [name, value] of tagsOf(one)) {
    if (!tags.has(name)) continue;
    if (!isDeepStrictEqual(tags.get(name), value)) return 0;
    isTagged = true;
  }
  const names = shared(new Set(one.properties.keys()), new Set(other.properties.keys()));
  return isTagged ? 1 + names : names;
};

/** Pairs. In longer lists only alternatives with the same name or the same text belong together. */
const mostPairs = 4_000;

/** Finds for each alternative the most similar one of the other list. */
export const matchForms = (
  [mergeOld, before]: readonly [Merge, readonly Schema[]],
  [mergeNew, after]: readonly [Merge, readonly Schema[]],
): Matched => {
  const left = [...after];
  const pairs: (readonly [Schema, Schema])[] = [];
  const rest = before.filter((one) => {
    const name = referenceOf(one);
    const index = left.findIndex((other) =>
      name === undefined ? isDeepStrictEqual(one, other) : referenceOf(other) === name,
    );
    if (index < 0) return true;
    pairs.push([one, left[index]]);
    left.splice(index, 1);
    return false;
  });
  if (rest.length * left.length > mostPairs) return { pairs, gone: rest, come: left };
  const scores = rest
    .flatMap((old) => left.map((now) => ({ old, now, score: likeness([mergeOld, old], [mergeNew, now]) })))
    .filter(({ score }) => score >= alike)
    .sort((one, other) => other.score - one.score);
  const [gone, come] = [new Set(rest), new Set(left)];
  for (const { old, now } of scores) {
    if (!gone.has(old) || !come.has(now)) continue;
    gone.delete(old);
    come.delete(now);
    pairs.push([old, now]);
  }
  return { pairs, gone: [...gone], come: [...come] };
};
