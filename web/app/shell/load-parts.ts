type Parts = typeof import('./parts.ts')['parts'];

let loaded: Parts | undefined;

/** Loads the parts of the app that only people who are logged in need. A page for everybody works without them. */
export const loadParts = async (): Promise<Parts> => {
  loaded ??= (await import('./parts.ts')).parts;
  return loaded;
};

/** Returns these parts. A session is not `signed-in` before they are there. */
export const loadedParts = (): Parts | undefined => loaded;
