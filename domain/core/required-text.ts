import * as z from 'zod/mini';

/**
 * Schema of a text. Its checks keep their own codes.
 *
 * @param missing code for anything that is no text.
 */
export const textOr = (missing: string) =>
  z.string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) });

/**
 * Check of a text's length. No later check looks at a text that is too long: strangers may send 256 kB in any field.
 *
 * @param longest characters.
 * @param tooLong code. Default: zod's own.
 */
export const atMost = (longest: number, tooLong?: string) =>
  z.maxLength(longest, { abort: true, ...(tooLong === undefined ? {} : { error: tooLong }) });

/**
 * Schema of a text that must be given.
 *
 * @param longest characters. A longer one is too long, not missing.
 * @param required code for a missing and for an empty text.
 */
export const requiredText = (longest: number, required: string) =>
  textOr(required).check(z.trim(), z.minLength(1, required), atMost(longest));
