import { erased } from '#domain/core/erased.ts';
import type { Column } from './column.ts';

/** Columns that are made of a person's text, and are empty where that is erased. */
const emptied = new Set(['email_domain']);

/** Numbers, times and flags are nobody's. */
const isText = ({ type }: Column): boolean => /^(text|jsonb)/.test(type);

/** Returns SQL of how many quotes begin and end the texts of a JSON value: those in a text have a backslash before them. */
const quotesIn = (json: string): string => {
  const bare = String.raw`replace(replace(${json}, '\\', ''), '\"', '')`;
  return `(length(${bare}) - length(replace(${bare}, '"', '')))`;
};

/** Returns SQL of a pattern that matches a JSON value with any text for what is erased. */
const patternOf = (json: string): string => {
  const plain = String.raw`replace(replace(replace(${json}, '\', '\\'), '%', '\%'), '_', '\_')`;
  return `replace(${plain}, '${erased}', '%')`;
};

/**
 * Returns SQL that is true where a value, made anew after an erasure, differs from the shown one: apart from texts of the person whose
 * key is destroyed. Nobody can say any more what they were, so anything may stand in their place. It is the same number of
 * texts: so nothing is hidden in a JSON value behind one of them.
 */
export const differsBeside = (name: string, column: Column, shown: string, made: string): string => {
  const differs = `${shown} is distinct from ${made}`;
  if (!isText(column)) return differs;
  if (emptied.has(name)) return `(${differs} and ${made} is distinct from '')`;
  // Also of a text, where it stands for one of JSON.
  const [was, is] = [`to_jsonb(${shown})::text`, `to_jsonb(${made})::text`];
  const isSame = `strpos(${is}, '${erased}') > 0 and ${was} like ${patternOf(is)} and ${quotesIn(was)} = ${quotesIn(is)}`;
  return `(${differs} and not coalesce(${isSame}, false))`;
};
