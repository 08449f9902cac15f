import { PermanentError } from '../run.ts';

/** Keywords whose text is an address to read: those that an upload is refused for (`bff/specs/check-tree.ts`). */
const referenceKeys = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

const refuse = (): never => {
  throw new PermanentError({ code: 'codegen.external-reference' });
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A discriminator may name schemas by address; a name alone is one of the document's own. */
const checkMapping = (discriminator: unknown): void => {
  if (!isObject(discriminator) || !isObject(discriminator.mapping)) return;
  for (const target of Object.values(discriminator.mapping))
    if (typeof target === 'string' && /[:/]/.test(target) && !target.startsWith('#')) refuse();
};

/**
 * The document once more as plain JSON, which says everything once and nothing in two ways, and without the names that
 * schemas have elsewhere (`$id`): OpenAPI Generator would look up `#/x` below such a name, by fetching or opening it. A
 * property of that name is no text and stays.
 *
 * @throws PermanentError `codegen.external-reference` when it points outside itself: uploads that do are refused
 * already (reliability D4), but a generator would fetch what it is pointed at.
 */
export const selfContained = (text: string): string => {
  const document: unknown = JSON.parse(text);
  const waiting: unknown[] = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (!isObject(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'string') {
        if (inner.startsWith('#')) continue;
        if (referenceKeys.has(key)) refuse();
        if (key === '$id') delete value.$id;
      } else if (isObject(inner)) {
        if (key === 'discriminator') checkMapping(inner);
        waiting.push(inner);
      }
    }
  }
  return JSON.stringify(document);
};
