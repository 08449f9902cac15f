import { movesReferences, outsideReferences } from '#specs/spec-references.ts';
import { PermanentError } from '../engine/run.ts';

/**
 * The document once more as plain JSON, which says everything once and nothing in two ways, and without the addresses
 * that schemas give themselves.
 *
 * @throws PermanentError `codegen.external-reference` when it points outside itself: uploads that do are refused
 * already (requirement D4), but a generator would fetch what it is pointed at.
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
