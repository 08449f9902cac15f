/** The LIKE pattern for what contains these words as they are; the `search` columns hold lower case. */
export const containing = (words: string): string => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
