import { maskEntry } from '#gateway/change/plain-fields.ts';

/** Lists of a transformer with entries `name:value`. */
const writesValues = /^(add|append|replace)[A-Z]/;

const maskTransformer = (lists: object): object =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      writesValues.test(name) && Array.isArray(list) ? list.map((entry) => maskEntry(String(entry))) : list,
    ]),
  );

/**
 * Returns an event's data for operators. Events have no secrets, with one exception: values that a transformer writes into
 * calls. They are masked, as in plans.
 */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name.endsWith('Transformer') && typeof inner === 'object' && inner !== null
        ? maskTransformer(inner)
        : withoutSecrets(inner),
    ]),
  );
};

/** Characters of a value in the output for people. --json prints all. */
const longest = 300;

/** Returns data as lines for people: the path of each value, and the value. */
export const linesOf = (value: unknown, path = ''): [path: string, text: string][] => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, inner]) => linesOf(inner, path ? `${path}.${name}` : name));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [[path, text.length > longest ? `${text.slice(0, longest)}…` : text]];
};
