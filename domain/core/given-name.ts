import * as z from 'zod/mini';
import { atMost, requiredText } from './required-text.ts';

/**
 * Characters that are invisible or change the text around them: control characters, changes of direction, private
 * characters, lone surrogates. Joiners are allowed, because Persian, Hindi and other languages need them.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Removes invisible characters, for names that come from a document's title. */
export const seenOf = (text: string): string => text.replace(unseen, '').trim();

/** Returns what is wrong with a name that a person typed, or undefined. */
export const nameProblem = (name: string): 'name.unseen' | 'name.no-letters' | undefined => {
  if (seenOf(name) !== name) return 'name.unseen';
  return letterOrDigit.test(name) ? undefined : 'name.no-letters';
};

/** Adds `nameProblem` to a schema. An empty name is allowed. */
export const readableName = (name: string, context: z.core.$RefinementCtx<string>): void => {
  const message = name === '' ? undefined : nameProblem(name);
  if (message) context.addIssue({ code: 'custom', message });
};

/**
 * Schema of a name in any script: at least one letter or digit, nothing invisible. May be empty.
 *
 * @param tooLong code for a name that is too long. Default: zod's own.
 */
export const givenName = (longest: number, tooLong?: string) =>
  z.string().check(z.trim(), atMost(longest, tooLong), z.superRefine(readableName));

/**
 * Schema of a name that must be given, with the rules of `givenName`.
 *
 * @param required code for a missing and for an empty name.
 */
export const requiredName = (longest: number, required: string) =>
  requiredText(longest, required).check(z.superRefine(readableName));
