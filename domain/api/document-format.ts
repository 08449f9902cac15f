/** Formats of an API's document. A PDF is for people only: nothing is read from it. */
export const documentFormats = ['json', 'yaml', 'pdf'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
