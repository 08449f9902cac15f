import type * as z from 'zod/mini';
import type { Problem } from './problem.ts';

/** A message of a schema is a problem code (`deployment.name-invalid`). Other messages are zod's own. */
const isCode = (message: string) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(message);

const codeOf = (issue: z.core.$ZodIssue): string => {
  if (isCode(issue.message)) return issue.message;
  switch (issue.code) {
    // The issue does not hold the value: nothing and null are wrong types too.
    case 'invalid_type':
      return 'field.required';
    case 'too_small':
      return issue.origin === 'string' ? 'field.required' : 'field.too-small';
    case 'too_big':
      return issue.origin === 'string' ? 'field.too-long' : 'field.too-big';
    case 'unrecognized_keys':
      return 'field.unknown';
    default:
      return 'field.invalid';
  }
};

const parametersOf = (issue: z.core.$ZodIssue): Record<string, string | number> | undefined => {
  if (issue.code === 'custom') return issue.params as Record<string, string | number> | undefined;
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) };
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) };
  return undefined;
};

/** How far a value is from an alternative: its issues, and each field that does not belong there. */
const distanceOf = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);

/** Of several forms that a value could have, the issues of the nearest one. */
const nearestOf = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue];
    const [nearest] = issue.errors.toSorted((one, other) => distanceOf(one) - distanceOf(other));
    return nearest ?? [issue];
  });

/** Returns one problem for each issue of zod. `field` is the dotted path (`rateLimit.ratePerMinute`). */
export const problemsOf = (error: z.core.$ZodError): Problem[] =>
  nearestOf(error.issues).map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
    const parameters = parametersOf(issue);
    return {
      code: codeOf(issue),
      ...(path.length > 0 ? { field: path.join('.') } : {}),
      ...(parameters ? { parameters } : {}),
    };
  });
