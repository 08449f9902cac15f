/** Turns `{ './en/about.json': texts }` into `{ about: texts }`, because the first part of a key is its file. */
export const byFeature = <Content>(files: Record<string, Content>): Record<string, Content> =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.split('/').at(-1)?.replace('.json', ''), content]),
  );
