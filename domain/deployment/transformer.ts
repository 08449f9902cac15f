import * as z from 'zod/mini';
import {
  type TransformerAction,
  type TransformerPart,
  type TransformerRule,
  transformerList,
} from './transformer-list.ts';

/**
 * Makes what both kinds of transformers need, from their rules:
 *
 * - `lists`: the names of the lists.
 * - `fields`: the lists as fields of a body, `z.strictObject({ ...fields })`. A missing list is empty.
 * - `schema`: the lists in events and rows. `empty`: no entries.
 * - `config`: returns Kong's plugin configuration. It sets every list, also empty ones, so that entries added by hand are
 *   removed.
 */
export const transformer = <Name extends string>(
  rules: Readonly<Record<Name, TransformerRule>>,
  parts: readonly TransformerPart[],
) => {
  const lists = Object.keys(rules) as Name[];
  const each = <Value>(of: (rule: TransformerRule) => Value) =>
    Object.fromEntries(lists.map((name) => [name, of(rules[name])])) as Record<Name, Value>;
  const config = (
    entries: Readonly<Record<Name, readonly string[]>>,
  ): Record<TransformerAction, Record<string, string[]>> => {
    const none = () => Object.fromEntries(parts.map((part): [string, string[]] => [part, []]));
    const made = { add: none(), append: none(), remove: none(), rename: none(), replace: none() };
    for (const name of lists) made[rules[name].action][rules[name].part] = [...entries[name]];
    return made;
  };
  return {
    lists,
    fields: each(transformerList),
    schema: z.object(each(() => z.array(z.string()))),
    empty: Object.freeze(each((): string[] => [])),
    config,
  };
};
