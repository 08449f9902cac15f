import { erased } from '#domain/core/erased.ts';
import type { Column } from './column.ts';

/** Columns that are made of a person's text, and are empty where that is erased. */
const emptied = new Set(['email_domain']);

/** Numbers, times and flags are nobody's. */
const isText = ({ type }: Column): boolean => /^(text|jsonb)/.test(type);

/** Returns SQL of a pattern that matches a text with any text for what is erased in it. */
const patternOf = (value: string): string => {
  const plain = String.raw`replace(replace(replace(${value}, '\', '\\'), '%', '\%'), '_', '\_')`;
  return `replace(${plain}, '${erased}', '%')`;
};

const typeOf = (value: string): string => `jsonb_typeof(${value})`;

/** Returns SQL of the parts of a JSON value, by the name or the place of each. */
const partsOf = (value: string): string => `(
  select key, value from jsonb_each(case ${typeOf(value)} when 'object' then ${value} else '{}' end)
  union all
  select place::text, value
  from jsonb_array_elements(case ${typeOf(value)} when 'array' then ${value} else '[]' end) with ordinality parts (value, place))`;

/**
 * Returns SQL that is true where two JSON values are the same, part by part, with any text for what is erased. Parts are paired by
 * name or place, so nothing is hidden in a text, behind it, or in its stead.
 */
const isSame = (was: string, is: string): string => `(
  with recursive pairs (was, made) as (
    select ${was}, ${is}
    union all
    select part.was, part.made from pairs
    cross join lateral (
      select one.value, other.value
      from ${partsOf('pairs.was')} one full join ${partsOf('pairs.made')} other using (key)) part (was, made)
    where ${typeOf('pairs.was')} = ${typeOf('pairs.made')}
  )
  select bool_and(coalesce(${typeOf('was')} = ${typeOf('made')} and case ${typeOf('made')}
    when 'object' then true
    when 'array' then true
    when 'string' then was #>> '{}' like ${patternOf("(made #>> '{}')")}
    else was = made end, false))
  from pairs)`;

/**
 * Returns SQL that is true where a value, made anew after an erasure, differs from the shown one: apart from texts of the person whose
 * key is destroyed. Nobody can say any more what they were, so anything may stand in their place.
 */
export const differsBeside = (name: string, column: Column, shown: string, made: string): string => {
  const differs = `${shown} is distinct from ${made}`;
  if (!isText(column)) return differs;
  if (emptied.has(name)) return `(${differs} and ${made} is distinct from '')`;
  // Also of a text, and of a list of texts.
  const [was, is] = [`to_jsonb(${shown})`, `to_jsonb(${made})`];
  return `(${differs} and not coalesce(strpos(${is}::text, '${erased}') > 0 and ${isSame(was, is)}, false))`;
};
