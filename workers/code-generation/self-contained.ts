import { movesReferences, outsideReferences } from '#specs/spec-references.ts';
import { PermanentError } from '../engine/run.ts';

/**
 * Returns the document as plain JSON without duplicate keys, and without the `$id`s of its schemas.
 *
 * @throws PermanentError `codegen.external-reference` when it points outside itself. Uploads are checked for this
 *   already (requirement D4), but a generator would fetch such references.
 */
export const selfContained = (text: string): string => {
  const document: unknown = JSON.parse(text);
  const waiting: unknown[] = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (outsideReferences(key, inner).length > 0) throw new PermanentError({ code: 'codegen.external-reference' });
      if (movesReferences(key, inner)) Reflect.deleteProperty(value, key);
      else if (inner !== null) waiting.push(inner);
    }
  }
  return JSON.stringify(document);
};
