import * as z from 'zod';

/**
 * What can't be seen or changes how the text around it reads: control characters, turns of direction, private and half
 * characters. Joiners are letters' business in Persian, Hindi and others, and stay.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|[\p{Cf}--[\u200c\u200d]]/gv;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** A text without what can't be seen: a document's title is not what somebody typed as a name. */
export const seenOf = (text: string): string => text.replace(unseen, '').trim();

/** What is wrong with a name that a person gives to something; undefined when nothing is. */
export const nameProblem = (name: string): 'name.unseen' | 'name.no-letters' | undefined => {
  if (seenOf(name) !== name) return 'name.unseen';
  return letterOrDigit.test(name) ? undefined : 'name.no-letters';
};

/** Refuses in a schema what `nameProblem` names; empty is none. */
export const readableName = (name: string, context: z.core.$RefinementCtx<string>): void => {
  const message = name === '' ? undefined : nameProblem(name);
  if (message) context.addIssue({ code: 'custom', message });
};

/**
 * A name of something, in any script: it has a letter or a digit, and nothing that can't be seen. Empty is none.
 *
 * @param tooLong what the form says, unless the usual.
 */
export const givenName = (longest: number, tooLong?: string) =>
  z.string().trim().max(longest, tooLong).superRefine(readableName);
