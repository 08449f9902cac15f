/** A map of a parsed description. Its values may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is a map, otherwise undefined. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** Returns the value if it is a list, otherwise an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Resolves a JSON pointer (RFC 6901) in the fragment of a reference. */
export const atPointer = (root: Fields, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const fields = fieldsOf(value);
      return fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
    }, root);

/** Returns the map, or the target of its reference. Follows at most eight references. */
export const resolved = (root: Fields, value: unknown, left = 8): Fields | undefined => {
  const fields = fieldsOf(value);
  return typeof fields?.$ref === 'string' && left > 0 ? resolved(root, atPointer(root, fields.$ref), left - 1) : fields;
};
