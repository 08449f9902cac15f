import { RefusedError, refuse } from '#domain/core/problem.ts';
import { specLimits } from './spec-limits.ts';
import { outsideReferences } from './spec-references.ts';
import { specError, specProblem } from './spec-refusal.ts';

/** The size of a value with all aliases expanded. `height` is 0 for a scalar. */
type Extent = { values: number; characters: number; height: number };

const reported = 5;

/**
 * Checks a parsed tree: aliases may make it endless, exponentially large or deep without a long text, and references
 * must stay inside it (requirements D3 and D4). Nothing is ever fetched or opened, so a reference to elsewhere is refused,
 * also within examples, because some later tools treat an example like a schema. References that lead nowhere are found
 * by the linter.
 * Throws a refusal: `spec.too-big-expanded`, `spec.too-deep`, `spec.external-reference`.
 */
export const checkTree = (root: unknown): void => {
  const known = new Map<object, Extent>();
  const path = new Set<object>();
  const external = new Set<string>();

  /** Visits each object once, however many aliases it has. The depth is limited, so recursion is safe. */
  const measure = (value: unknown, depth: number): Extent => {
    if (typeof value !== 'object' || value === null) {
      return { values: 1, characters: typeof value === 'string' ? value.length : 0, height: 0 };
    }
    if (path.has(value)) throw specError('too-big-expanded', { limit: specLimits.values });
    const before = known.get(value);
    if (depth + (before?.height ?? 1) > specLimits.depth) throw specError('too-deep', { limit: specLimits.depth });
    if (before) return before;

    path.add(value);
    const extent: Extent = { values: 1, characters: 0, height: 1 };
    const add = (part: Extent): void => {
      extent.values += part.values;
      extent.characters += part.characters;
      extent.height = Math.max(extent.height, part.height + 1);
      if (extent.values > specLimits.values) throw specError('too-big-expanded', { limit: specLimits.values });
      if (extent.characters > specLimits.characters)
        throw specError('too-big-expanded', { limit: specLimits.characters });
    };
    if (Array.isArray(value)) for (const item of value) add(measure(item, depth + 1));
    else {
      for (const [key, item] of Object.entries(value)) {
        for (const address of outsideReferences(key, item)) external.add(address);
        extent.characters += key.length;
        add(measure(item, depth + 1));
      }
    }
    path.delete(value);
    known.set(value, extent);
    return extent;
  };

  measure(root, 0);
  const [first, ...others] = [...external]
    .slice(0, reported)
    .map((reference) => specProblem('external-reference', { reference }));
  if (first) throw new RefusedError(refuse('invalid', first, ...others));
};
