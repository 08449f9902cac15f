import { atPointer, type Fields, fieldsOf } from './spec-tree.ts';

/**
 * Whether a reference leads to itself through nothing but references: then there is nothing that it stands for.
 *
 * @param sound those known to lead somewhere; gets what is found to.
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

/** The first reference of a document that leads to nothing but itself. A schema with itself among its properties is none. */
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
