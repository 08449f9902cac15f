type Intersected<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Puts the registrations of all nouns together. @throws when two have the same name. */
export const compose = <const Parts extends readonly Readonly<Record<string, unknown>>[]>(
  what: string,
  ...parts: Parts
): Intersected<Parts[number]> => {
  const all: Record<string, unknown> = {};
  for (const [name, registration] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(all, name)) throw new Error(`two ${what} are called ${name}`);
    all[name] = registration;
  }
  return all as Intersected<Parts[number]>;
};
