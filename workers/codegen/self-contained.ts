import { PermanentError } from '../run.ts';

const refuse = (): never => {
  throw new PermanentError({ code: 'codegen.external-reference' });
};

/**
 * The document once more as plain JSON, which says everything once and nothing in two ways.
 *
 * @throws PermanentError `codegen.external-reference` when it points outside itself: uploads that do are refused
 * already (reliability D4), but a generator would fetch what it is pointed at.
 */
export const selfContained = (text: string): string => {
  const waiting: unknown[] = [JSON.parse(text)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#')) refuse();
      if (key === 'mapping' && typeof inner === 'object' && inner !== null)
        for (const target of Object.values(inner))
          if (typeof target === 'string' && /[:/]/.test(target) && !target.startsWith('#')) refuse();
      if (inner !== null) waiting.push(inner);
    }
  }
  return JSON.stringify(JSON.parse(text));
};
