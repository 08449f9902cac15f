import * as z from 'zod';

/** `POST /api/lint`: a text that need not be saved. */
export const lintBody = z.strictObject({ specText: z.string() });

/**
 * One thing that the rules, or the reader, found: an `error` is against the OpenAPI specification, a `warning` is advice.
 * `rule` is Redocly's, or the reader's code (`spec.syntax`) with its parameters. Line and column from 1.
 */
const specProblem = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  rule: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  line: z.int().positive(),
  column: z.int().positive(),
});
export type SpecProblem = z.output<typeof specProblem>;

/**
 * Errors first, 500 at most; `errors` and `total` count all. `document` says what the text is; null when it can't be read,
 * or is no description, and so can't be published.
 */
export const lintResult = z.object({
  document: z.object({ openapi: z.string(), operations: z.int() }).nullable(),
  problems: z.array(specProblem),
  errors: z.int(),
  total: z.int(),
});
export type LintResult = z.output<typeof lintResult>;
