/** A map of a parsed description. Its values may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is a map, otherwise undefined. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** Returns the value if it is a list, otherwise an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
};

/**
 * Returns the steps of a reference into the document: the fragment of a URI reference, percent-decoded, is a JSON pointer
 * (RFC 6901). Undefined for every other reference.
 */
export const stepsOf = (reference: string): readonly string[] | undefined => {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
};

const anchors = new WeakMap<Fields, ReadonlyMap<string, unknown>>();

/** Returns the schemas with an `$anchor` (JSON Schema 2020-12, 8.2.2). The first of a name counts. */
const anchorsIn = (root: Fields): ReadonlyMap<string, unknown> => {
  const known = anchors.get(root);
  if (known) return known;
  const found = new Map<string, unknown>();
  const seen = new Set<unknown>([root]);
  // The loop also visits what is added while it runs.
  for (const one of seen) {
    const { $anchor, $dynamicAnchor } = fieldsOf(one) ?? {};
    for (const name of [$anchor, $dynamicAnchor])
      if (typeof name === 'string' && !found.has(name)) found.set(name, one);
    for (const part of Object.values(one as object)) if (typeof part === 'object' && part !== null) seen.add(part);
  }
  anchors.set(root, found);
  return found;
};

const own = (value: unknown, step: string): unknown => {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,6})$/.test(step) ? value[Number(step)] : undefined;
  const fields = fieldsOf(value);
  return fields && Object.hasOwn(fields, step) ? fields[step] : undefined;
};

/** References that are followed one after the other. */
const longestChain = 20;

/** Returns what a reference leads to, in any place and through other references; undefined when that is not in the document. */
export const atReference = (root: Fields, reference: string, left = longestChain): unknown => {
  const steps = stepsOf(reference);
  if (!steps) return reference.startsWith('#') ? anchorsIn(root).get(decoded(reference.slice(1))) : undefined;
  return steps.reduce<unknown>((value, step) => {
    const part = own(value, step);
    const further = fieldsOf(value)?.$ref;
    const isFurther = part === undefined && typeof further === 'string' && left > 0;
    return isFurther ? own(resolved(root, value, left - 1), step) : part;
  }, root);
};

/** Returns the map, or the target of its reference. A chain that does not end leads to nothing. */
export const resolved = (root: Fields, value: unknown, left = longestChain): Fields | undefined => {
  const fields = fieldsOf(value);
  if (typeof fields?.$ref !== 'string') return fields;
  return left > 0 ? resolved(root, atReference(root, fields.$ref, left - 1), left - 1) : undefined;
};

/** Returns a path's item. What stands beside its reference counts first. */
export const pathItemOf = (root: Fields, value: unknown): Fields | undefined => {
  const fields = fieldsOf(value);
  if (typeof fields?.$ref !== 'string') return fields;
  const { $ref: _$ref, ...beside } = fields;
  return { ...resolved(root, value), ...beside };
};
