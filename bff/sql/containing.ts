/** The LIKE pattern for what contains these words as they are; the `search` columns hold lower case. No words filter nothing. */
export const containing = (words: string): string | undefined =>
  words === '' ? undefined : `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
