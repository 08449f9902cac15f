/**
 * Limits of the whole list: parameters, and characters of texts and examples. With references a small document can repeat
 * a text thousands of times.
 */
export const allowance = { parameters: 20_000, characters: 2_000_000 } as const;
export type Left = { parameters: number; characters: number };

/** Returns the text while the limit allows it. */
export const fitting = (left: Left, text: string): string => {
  left.characters -= text.length;
  return left.characters < 0 ? '' : text;
};

/** Returns a text of the document as one line. */
export const line = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length).replace(/\s+/g, ' ').trim().toWellFormed() : '';
