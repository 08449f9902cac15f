/** Keywords with an address to read, in OpenAPI and JSON Schema 2019-09 and 2020-12. */
export const referenceKeys: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

const mappingOf = (discriminator: unknown): object => {
  if (typeof discriminator !== 'object' || discriminator === null || !('mapping' in discriminator)) return {};
  return typeof discriminator.mapping === 'object' ? (discriminator.mapping ?? {}) : {};
};

/** Returns the references in the mapping of a discriminator. Names of schemas are none. */
export const mappingTargets = (discriminator: unknown): readonly string[] =>
  Object.values(mappingOf(discriminator)).filter(
    (target) => typeof target === 'string' && (target.startsWith('#') || isAddress(target)),
  );

/** A mapping has a schema's name (`Dog`, `pets.Dog`) or a reference (`#/components/schemas/Dog`). Others are addresses. */
const isAddress = (target: unknown): target is string =>
  typeof target === 'string' && !target.startsWith('#') && /[:/]/.test(target);

/**
 * Returns the addresses outside the description that a key refers to. `mapping` counts only below a `discriminator`,
 * because examples may use that name for anything. This rule protects tools that would fetch them (requirement D4).
 */
export const outsideReferences = (key: string, value: unknown): readonly string[] => {
  if (referenceKeys.has(key)) return typeof value === 'string' && !value.startsWith('#') ? [value] : [];
  return key === 'discriminator' ? Object.values(mappingOf(value)).filter(isAddress) : [];
};

/**
 * Returns whether a key gives a schema its own address. Descriptions may do that, but a parser of OpenAPI 3.1 resolves
 * `#/...` below it against that address and may fetch it. So the key is removed before a document goes to such a tool.
 */
export const movesReferences = (key: string, value: unknown): boolean =>
  key === '$id' && typeof value === 'string' && !value.startsWith('#');
