import { mappingTargets, referenceKeys } from './spec-references.ts';
import { atReference, type Fields, fieldsOf } from './spec-tree.ts';

/** Keywords with examples, whose keys mean nothing. */
const samples = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** Keywords below which authors choose the keys: a property may be called `example`. */
const namesBelow = new Set(
  'properties patternProperties $defs definitions schemas responses parameters headers callbacks links paths webhooks'.split(
    ' ',
  ),
);

/** References that are named. */
const most = 5;

/**
 * Returns the first references of a description that lead to nothing in it, to another file or an address, each once. They are
 * not followed: whoever reads the description sees that something is missing there.
 */
export const unresolvedReferences = (value: unknown): string[] => {
  const root: Fields = fieldsOf(value) ?? {};
  const found = new Map<string, boolean>();
  const note = (reference: unknown): void => {
    if (typeof reference === 'string' && !found.has(reference))
      found.set(reference, atReference(root, reference) === undefined);
  };
  /** A part that aliases repeat is visited once. */
  const seen = new Set<unknown>();
  const waiting: (readonly [part: unknown, areNames: boolean])[] = [[root, false]];
  for (const [part, areNames] of waiting) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    for (const [key, inner] of Object.entries(part)) {
      if (areNames || Array.isArray(part)) waiting.push([inner, false]);
      else if (referenceKeys.has(key)) note(inner);
      else if (key === 'discriminator') for (const target of mappingTargets(inner)) note(target);
      else if (!samples.has(key) || (key === 'examples' && !Array.isArray(inner)))
        waiting.push([inner, namesBelow.has(key) || key === 'examples']);
    }
  }
  return [...found].flatMap(([reference, isMissing]) => (isMissing ? [reference] : [])).slice(0, most);
};
