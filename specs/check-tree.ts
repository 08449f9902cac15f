import { specLimits } from './spec-limits.ts';
import { specError } from './spec-refusal.ts';

/** The size of a value with all aliases expanded. `height` is 0 for a scalar. */
type Extent = { values: number; characters: number; height: number };

/**
 * Checks a parsed tree: aliases may make it endless, exponentially large or deep without a long text (requirement D3).
 * Throws a refusal: `spec.too-big-expanded`, `spec.too-deep`.
 */
export const checkTree = (root: unknown): void => {
  const known = new Map<object, Extent>();
  const path = new Set<object>();

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
        extent.characters += key.length;
        add(measure(item, depth + 1));
      }
    }
    path.delete(value);
    known.set(value, extent);
    return extent;
  };

  measure(root, 0);
};
