import { Ajv } from '@redocly/ajv';
import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { type Problem, RefusedError, refuse } from '#domain/core/problem.ts';
import { cutText } from '#platform/cut-text.ts';
import { checkTree } from '../check-tree.ts';
import { type Numbers, parseJson } from '../parse-json.ts';
import { type Fields, fieldsOf } from '../spec-tree.ts';
import { unresolvedReferences } from '../unresolved-references.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import type { SentSchema } from './read-events.ts';
import { schemasIn } from './walk-schema.ts';

/** Problems of one schema, and of all. People mend a schema step by step. */
const most = { ofOne: 5, together: 50 } as const;
const longest = 200;

const options = { strict: false, allErrors: true, validateFormats: false } as const;
/** Only the dialect's own patterns run, which take linear time: those of the schema are its texts here. Made when a schema needs it: each takes a tenth of a second. */
const checkers = new Map<Dialect, Ajv | Ajv2020>();
const checkerOf = (dialect: Dialect) => {
  const known = checkers.get(dialect) ?? (dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options));
  checkers.set(dialect, known);
  return known;
};

const schemaProblem = (code: string, parameters: Record<string, string | number> = {}): Problem => ({
  code: `event-category.schema-${code}`,
  parameters: Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? cutText(value, longest) : value,
    ]),
  ),
});

/** Returns what the dialect's own schema says of a schema: the deepest places first, which say it most exactly. */
const againstDialect = (schema: Fields, dialect: Dialect): Problem[] => {
  const checker = checkerOf(dialect);
  const { $schema: _said, ...unsaid } = schema;
  if (checker.validateSchema(unsaid) === true) return [];
  const depth = (place: string): number => place.split('/').length;
  return [...(checker.errors ?? [])]
    .filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf')
    .filter(({ instancePath }, at, all) => all.findIndex((one) => one.instancePath === instancePath) === at)
    .sort((one, other) => depth(other.instancePath) - depth(one.instancePath))
    .map(({ instancePath, message = '' }) => schemaProblem('invalid', { place: instancePath || '/', message }));
};

const isPattern = (pattern: unknown): boolean => {
  if (typeof pattern !== 'string') return true;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
};

/** Returns the patterns that are no regular expressions (ECMA-262). They are compiled only, never run. */
const wrongPatterns = (schema: Fields): Problem[] =>
  schemasIn(schema).flatMap(([, { pattern, patternProperties }]) =>
    [pattern, ...Object.keys(fieldsOf(patternProperties) ?? {})]
      .filter((one) => !isPattern(one))
      .map((one) => schemaProblem('pattern', { pattern: String(one) })),
  );

/** Returns the schemas inside that have an address of their own: references below them would lead elsewhere. */
const ownAddresses = (schema: Fields): string[] =>
  schemasIn(schema).flatMap(([place, { $id }]) =>
    place !== '' && typeof $id === 'string' && !$id.startsWith('#') ? [$id] : [],
  );

/** Reads an event's schema. @throws RefusedError for a text that is no JSON, or too much of it. */
export const parseSchema = (text: string, numbers: Numbers = {}): unknown => {
  const value = parseJson(text, numbers);
  checkTree(value);
  return value;
};

/** Returns everything that is wrong with the text of an event's schema. */
export const problemsOfSchema = (text: string): readonly Problem[] => {
  let value: unknown;
  try {
    value = parseSchema(text);
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal.problems;
    throw error;
  }
  const schema = fieldsOf(value);
  if (!schema) return [schemaProblem('no-object')];
  const dialect = dialectOf(schema);
  if (!dialect) return [schemaProblem('dialect', { dialect: String(schema.$schema) })];
  const found = [
    ...againstDialect(schema, dialect),
    ...wrongPatterns(schema),
    ...[...unresolvedReferences(schema), ...ownAddresses(schema)].map((reference) =>
      schemaProblem('reference', { reference }),
    ),
  ];
  return found.slice(0, most.ofOne);
};

/**
 * Checks the schemas of a category's events. Call it in a child process only.
 *
 * @throws RefusedError with a problem at `events.<index>.schema` for each fault.
 */
export const checkSchemas = (events: readonly SentSchema[]): void => {
  const problems = events.flatMap(({ schema }, index) =>
    problemsOfSchema(schema).map((problem) => ({ ...problem, field: `events.${index}.schema` })),
  );
  const [first, ...more] = problems.slice(0, most.together);
  if (first) throw new RefusedError(refuse('invalid', first, ...more));
};
