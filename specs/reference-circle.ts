import { atPointer, type Fields, fieldsOf } from './spec-tree.ts';

/**
 * Returns whether a reference leads back to itself through references only, so that it has no target.
 *
 * @param sound references that are known to have a target. The function adds those that it finds.
 */
const isCircle = (root: Fields, reference: string, sound: Set<string>): boolean => {
  const seen = new Set<string>();
  for (let next: unknown = reference; typeof next === 'string'; next = fieldsOf(atPointer(root, next))?.$ref) {
    if (seen.has(next)) return true;
    if (sound.has(next)) break;
    seen.add(next);
  }
  for (const one of seen) sound.add(one);
  return false;
};

/** Returns the first reference that leads only to itself. A schema that has itself as a property is not a circle. */
export const circleIn = (value: unknown): string | undefined => {
  const root = fieldsOf(value) ?? {};
  const waiting: unknown[] = [root];
  const sound = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const part of Object.values(next)) waiting.push(part ?? null);
    const reference = fieldsOf(next)?.$ref;
    if (typeof reference === 'string' && isCircle(root, reference, sound)) return reference;
  }
  return undefined;
};
