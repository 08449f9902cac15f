import * as z from 'zod';
import {
  type TransformerAction,
  type TransformerPart,
  type TransformerRule,
  transformerList,
} from './transformer-list.ts';

/**
 * What everything about one kind of transformer is made of.
 *
 * @property rules  what each list does, and to what.
 * @property lists  the names of the lists.
 * @property fields the lists as fields of a body: `z.strictObject({ ...fields })`; what is left out is empty.
 * @property schema the lists as events and rows hold them.
 * @property config the configuration of Kong's plugin: every list of the parts, so that nothing added by hand stays unseen.
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
    rules,
    lists,
    fields: each(transformerList),
    schema: z.object(each(() => z.array(z.string()))),
    empty: Object.freeze(each((): string[] => [])),
    config,
  };
};
