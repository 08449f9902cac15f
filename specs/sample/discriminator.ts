import { atReference, type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import type { Inherited, Parts, Schema } from './parts.ts';
import { partsOf, referenceIn, wordsIn } from './parts.ts';

/** Returns the property that tells alternatives apart. In Swagger 2.0 its name is the whole discriminator. */
const propertyOf = (discriminator: unknown): string | undefined => {
  const name = fieldsOf(discriminator)?.propertyName ?? discriminator;
  return typeof name === 'string' ? name : undefined;
};

const mappingOf = (discriminator: unknown): (readonly [value: string, target: string])[] =>
  Object.entries(fieldsOf(fieldsOf(discriminator)?.mapping) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );

const named = (root: Fields): Fields => fieldsOf(root.definitions ?? fieldsOf(root.components)?.schemas) ?? {};
const prefixIn = (root: Fields): string =>
  root.definitions === undefined ? '#/components/schemas/' : '#/definitions/';

const nameOf = (reference: string): string =>
  decodeURIComponent(reference.split('/').at(-1) ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** Returns the reference of a mapping's target, which may be only a schema's name. */
const referenceOf = (root: Fields, target: string): string =>
  Object.hasOwn(named(root), target)
    ? `${prefixIn(root)}${target.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : target;

/** Returns the values that a schema itself lists for a property; empty when it lists none. */
const listedIn = (root: Fields, reference: string, property: string): unknown[] =>
  partsOf(root, { $ref: reference }).parts.flatMap(({ properties }) => {
    const draft = partsOf(root, fieldsOf(properties)?.[property]);
    return [...wordsIn(draft, 'const'), ...wordsIn(draft, 'enum').flatMap(listOf)];
  });

/** Returns the value of the discriminator that names a schema: as the mapping says. */
const mappedWord = (root: Fields, discriminator: unknown, reference: string): string | undefined => {
  const target = atReference(root, reference);
  const mapped = mappingOf(discriminator).find(
    ([, one]) => one === reference || (target !== undefined && atReference(root, referenceOf(root, one)) === target),
  );
  return mapped?.[0];
};

/** Returns a schema that sets the discriminator to the value of the schema behind the reference. */
export const discriminated = (root: Fields, discriminator: unknown, reference: string | undefined): Schema => {
  const property = propertyOf(discriminator);
  if (property === undefined || reference === undefined) return true;
  const mapped = mappedWord(root, discriminator, reference);
  const listed = listedIn(root, reference, property);
  // A schema whose own tag is another word says it without a mapping.
  if (mapped === undefined && listed.length > 0 && !listed.includes(nameOf(reference))) return true;
  const value = { const: mapped ?? nameOf(reference) };
  return { type: 'object', properties: { [property]: value }, required: [property] };
};

const children = new WeakMap<Fields, ReadonlyMap<unknown, readonly string[]>>();

/** Returns the named schemas that extend each schema by `allOf`. */
const childrenIn = (root: Fields): ReadonlyMap<unknown, readonly string[]> => {
  const known = children.get(root);
  if (known) return known;
  const found = new Map<unknown, string[]>();
  for (const [name, schema] of Object.entries(named(root)))
    for (const part of listOf(fieldsOf(schema)?.allOf)) {
      const reference = referenceIn(fieldsOf(part) ?? {});
      const parent = reference === undefined ? undefined : atReference(root, reference);
      if (parent === undefined) continue;
      const own = `${prefixIn(root)}${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      found.set(parent, [...(found.get(parent) ?? []), own]);
    }
  children.set(root, found);
  return found;
};

/**
 * Returns the alternatives of a schema with a discriminator and no list of alternatives: the schemas that its mapping names, or
 * that extend it. For a schema that extends another: what its discriminator must be.
 */
export const inheritedForms = (
  root: Fields,
  { names }: Pick<Parts, 'names'>,
  { discriminator, owner }: Inherited,
): readonly Schema[] => {
  const [own] = names;
  if (own !== undefined && own !== owner) return [discriminated(root, discriminator, own)];
  const mapped = mappingOf(discriminator).map(([, target]) => referenceOf(root, target));
  const extended = owner === undefined ? [] : (childrenIn(root).get(atReference(root, owner)) ?? []);
  const forms = [...mapped, ...extended].filter((one) => atReference(root, one) !== atReference(root, owner ?? ''));
  return [
    ...[...new Set(forms)].slice(0, 10).map((one) => ({ $ref: one })),
    ...(owner === undefined ? [] : [discriminated(root, discriminator, owner)]),
  ];
};
