import * as z from 'zod/mini';

/** `POST /api/lint`: the text does not have to be saved. */
export const lintBody = z.strictObject({ specText: z.string() });

/**
 * One finding of the linter or the parser. An `error` breaks the OpenAPI specification; a `warning` is advice. `rule` is
 * Redocly's rule, or the parser's code (`spec.syntax`) with its parameters. Lines and columns count from 1.
 */
const specProblem = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  rule: z.string(),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  line: z.int().check(z.positive()),
  column: z.int().check(z.positive()),
});
export type SpecProblem = z.output<typeof specProblem>;

/**
 * Errors first, at most 500; `errors` and `total` count all. `document` is null when the text can't be read or is not a
 * description. Such a text can't be published.
 */
export const lintResult = z.object({
  document: z.nullable(z.object({ openapi: z.string(), operations: z.int() })),
  problems: z.array(specProblem),
  errors: z.int(),
  total: z.int(),
});
export type LintResult = z.output<typeof lintResult>;
