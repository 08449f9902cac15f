type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns what all nouns say of their operations: `{ kind: { deploy, … }, completed: { deploy, … }, … }`. */
export const together = (files: Readonly<Record<string, unknown>>): Texts => {
  const all: Record<string, Record<string, string>> = {};
  for (const texts of Object.values(files) as Texts[])
    for (const [place, words] of Object.entries(texts)) all[place] = { ...all[place], ...words };
  return all;
};
