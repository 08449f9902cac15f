import { methods } from './describe-spec.ts';
import type { ParsedSpec } from './parse-spec.ts';
import { parseAsTexts } from './parse-yaml.ts';
import { type Fields, fieldsOf, listOf } from './spec-tree.ts';

/** Characters of a document that is read a second time. */
const longest = 2_000_000;

const fieldsIn = (values: readonly unknown[]): Fields[] =>
  values.map(fieldsOf).filter((fields) => fields !== undefined);

/** Returns the maps that may have servers. */
const holders = (root: Fields): Fields[] => [
  root,
  ...fieldsIn(Object.values(fieldsOf(root.paths) ?? {})).flatMap((item) => [
    item,
    ...fieldsIn(methods.map((method) => item[method])),
  ]),
];

/** Returns the variables of all servers of a document, in its order. */
const variablesIn = (root: Fields): Fields[] =>
  fieldsIn(holders(root).flatMap(({ servers }) => listOf(servers))).flatMap(({ variables }) =>
    fieldsIn(Object.values(fieldsOf(variables) ?? {})),
  );

const hasNumber = ({ default: usual, enum: values }: Fields): boolean =>
  [usual, ...listOf(values)].some((value) => typeof value === 'number' || typeof value === 'bigint');

/**
 * Returns a document in which the values of server variables are texts as their author wrote them: `1.0` without quotes is a
 * number, and would lose its zero. Changes the given value.
 */
export const withWrittenDefaults = ({ value, text }: Pick<ParsedSpec, 'value' | 'text'>): unknown => {
  const variables = variablesIn(fieldsOf(value) ?? {});
  if (text.length > longest || !variables.some(hasNumber)) return value;
  const written = variablesIn(fieldsOf(parseAsTexts(text)) ?? {});
  if (written.length !== variables.length) return value;
  for (const [index, variable] of variables.entries())
    for (const key of ['default', 'enum'] as const)
      if (variable[key] !== undefined) Object.assign(variable, { [key]: written[index]?.[key] });
  return value;
};
