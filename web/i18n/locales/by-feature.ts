/** Turns `{ './en/about.json': texts }` into `{ about: texts }`, because the first part of a key is its file. */
export const byFeature = (files: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.split('/').at(-1)?.replace('.json', ''), texts]),
  );
