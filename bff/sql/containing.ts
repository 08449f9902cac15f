/** Returns the LIKE pattern for texts that contain these words literally, in lower case like the `search` columns. Undefined without words. */
export const containing = (words: string): string | undefined =>
  words === '' ? undefined : `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
