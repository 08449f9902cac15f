import { isDeepStrictEqual } from 'node:util';
import { exactJson } from '#domain/core/exact-json.ts';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';

/** Keywords for readers, and those that no rule compares. */
const notes = new Set('title summary description externalDocs operationId tags links servers default'.split(' '));
/** Keywords below which authors choose the keys: a property may be called `title`. */
const namesBelow = new Set('properties patternProperties headers content responses callbacks'.split(' '));

/** Returns the values of `example` and `examples`, in all the forms that they have in versions of OpenAPI. */
const examplesIn = (key: string, value: unknown): readonly unknown[] => {
  if (key === 'example') return [value];
  if (key !== 'examples') return [];
  if (Array.isArray(value)) return value;
  return Object.values(fieldsOf(value) ?? {}).map((one) => {
    const fields = fieldsOf(one);
    return fields && 'value' in fields ? fields.value : one;
  });
};

/** Returns what a part of a description says to readers, without where it stands. */
const notesIn = (written: unknown): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (value: unknown, areNames: boolean): void => {
    for (const one of listOf(value)) visit(one, false);
    for (const [key, one] of Object.entries(fieldsOf(value) ?? {})) {
      const examples = areNames ? [] : examplesIn(key, one);
      if (examples.length > 0) for (const example of examples) found.add(`example ${exactJson(example)}`);
      else if (!areNames && (notes.has(key) || key.startsWith('x-'))) {
        if (one !== '') found.add(`${key} ${exactJson(one)}`);
      } else visit(one, !areNames && namesBelow.has(key));
    }
  };
  visit(written, false);
  return found;
};

/** Returns `2.0`, `3.0`, `3.1`. */
const versionOf = (root: Fields): string => /^\d+\.\d+/.exec(String(root.openapi ?? root.swagger))?.[0] ?? '';

/**
 * Returns whether two parts that mean the same to callers also say the same to readers. The same version writes it in the same
 * way; between two versions only what is said counts, because each has other places for it.
 */
export const saySame = (
  before: Readonly<{ root: Fields; written: unknown }>,
  after: Readonly<{ root: Fields; written: unknown }>,
): boolean =>
  versionOf(before.root) === versionOf(after.root)
    ? isDeepStrictEqual(before.written, after.written)
    : isDeepStrictEqual(notesIn(before.written), notesIn(after.written));
