/** Keywords whose text is an address to read: OpenAPI and JSON Schema 2019-09 and 2020-12. */
const referenceKeys: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

const mappingOf = (discriminator: unknown): object => {
  if (typeof discriminator !== 'object' || discriminator === null || !('mapping' in discriminator)) return {};
  return typeof discriminator.mapping === 'object' ? (discriminator.mapping ?? {}) : {};
};

/** A mapping names a schema (`Dog`, `pets.Dog`) or points at one (`#/components/schemas/Dog`); all else is an address. */
const isAddress = (target: unknown): target is string =>
  typeof target === 'string' && !target.startsWith('#') && /[:/]/.test(target);

/**
 * The addresses by which one key of a description leads out of it; none for most keys. A `mapping` counts below a
 * `discriminator` only: examples may hold anything by that name. One rule for the upload, which refuses what leads out,
 * and for tools that would fetch it (requirement D4).
 */
export const outsideReferences = (key: string, value: unknown): readonly string[] => {
  if (referenceKeys.has(key)) return typeof value === 'string' && !value.startsWith('#') ? [value] : [];
  return key === 'discriminator' ? Object.values(mappingOf(value)).filter(isAddress) : [];
};

/**
 * Whether a key gives a schema an address of its own. It is lawful in any description, but a reader of OpenAPI 3.1
 * resolves `#/...` below it against that address, and may fetch it: what is given to such a tool goes without.
 */
export const movesReferences = (key: string, value: unknown): boolean =>
  key === '$id' && typeof value === 'string' && !value.startsWith('#');
