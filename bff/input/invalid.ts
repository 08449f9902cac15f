import type * as z from 'zod';
import { type Problem, RefusedError, refuse, type Why } from '#domain/core/problem.ts';
import { problemsOf } from '#domain/core/validation.ts';

/** Returns the refusal of one field (400). */
export const invalidField = (
  field: string,
  code = 'field.invalid',
  parameters?: NonNullable<Problem['parameters']>,
): RefusedError => new RefusedError(refuse('invalid', { code, field, ...(parameters ? { parameters } : {}) }));

/** Returns the refusal of a field by the table of rights (400), with its question. */
export const fieldNotYours = (field: string, code: string, why: Why): RefusedError =>
  new RefusedError({ ...refuse('invalid', { code, field }), why });

/** Returns the refusal for a schema's errors (400), one problem for each issue. */
export const invalidInput = (error: z.core.$ZodError): RefusedError => {
  const [first, ...more] = problemsOf(error);
  return new RefusedError(refuse('invalid', first ?? { code: 'field.invalid' }, ...more));
};

/**
 * Returns whether the database can store a text: not with a NUL or a lone surrogate. In an event such a text would stop the
 * read tables, which can't store it.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The path of the first text that cannot be stored. */
const unstorable = (value: unknown, path = ''): string | undefined => {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = unstorable(member, path ? `${path}.${name}` : name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** @throws RefusedError at the field whose text cannot be stored. */
export const refuseUnstorable = (value: unknown): void => {
  const field = unstorable(value);
  if (field !== undefined) throw invalidField(field);
};
