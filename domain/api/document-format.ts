/** How an API's document is written. A PDF says nothing to machines: it is read by people only. */
export const documentFormats = ['json', 'yaml', 'pdf'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
