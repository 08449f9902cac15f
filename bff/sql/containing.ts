import { foldText } from '#domain/core/fold-text.ts';

const escaped = (words: string): string => foldText(words).replace(/[\\%_]/g, '\\$&');

/** Returns the LIKE pattern for texts that contain these words literally, folded as the columns that are searched. Undefined without words. */
export const containing = (words: string): string | undefined => (words === '' ? undefined : `%${escaped(words)}%`);

/**
 * As `containing`, for long tables: patterns for `like any`. One or two letters match the beginnings of words only, because
 * a trigram index finds nothing shorter elsewhere.
 */
export const containingQuickly = (words: string): readonly string[] | undefined => {
  const pattern = containing(words);
  if (pattern === undefined) return undefined;
  return words.length > 2 ? [pattern] : [`${escaped(words)}%`, `% ${escaped(words)}%`];
};
