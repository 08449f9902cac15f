import * as z from 'zod/mini';

/** Splits a text at whitespace, commas and semicolons. Returns the entries without duplicates. */
const splitText = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/**
 * Schema of a list that is given as one text or as entries. Returns the entries without duplicates.
 *
 * @param missing code for anything that is neither.
 */
export const textList = (missing: string) =>
  z._default(
    z.pipe(
      z.union(
        [z.string().check(z.maxLength(10_000, 'field.too-long')), z.array(z.string().check(z.maxLength(10_000)))],
        {
          error: missing,
        },
      ),
      z.transform((list) => splitText(typeof list === 'string' ? list : list.join(' '))),
    ),
    [],
  );
