import { atReference, type Fields, fieldsOf, stepsOf } from './spec-tree.ts';

/**
 * Returns whether a reference leads back to itself through references only, so that it has no target.
 *
 * @param sound references that are known to have a target. The function adds those that it finds.
 */
const isCircle = (root: Fields, reference: string, sound: Set<string>): boolean => {
  const seen = new Set<string>();
  for (let next: unknown = reference; typeof next === 'string'; next = fieldsOf(atReference(root, next))?.$ref) {
    if (seen.has(next)) return true;
    if (sound.has(next)) break;
    seen.add(next);
  }
  for (const one of seen) sound.add(one);
  return false;
};

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns whether a reference leads to something below its own place that is not there: it would have to lead there first. */
const leadsBelowItself = (root: Fields, reference: string, place: string): boolean =>
  ['#', ...(stepsOf(reference) ?? []).map(escaped)].join('/').startsWith(`${place}/`) &&
  atReference(root, reference) === undefined;

/** A reference that leads only to itself, and its place as a JSON pointer. */
export type Circle = Readonly<{ reference: string; place: string }>;

/** Returns the first reference that leads only to itself. A schema that has itself as a property is not a circle. */
export const circleIn = (value: unknown): Circle | undefined => {
  const root = fieldsOf(value) ?? {};
  const waiting: (readonly [part: unknown, place: string])[] = [[root, '#']];
  const sound = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, place] = next;
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, inner] of Object.entries(part)) {
      if (typeof inner !== 'object' || inner === null) continue;
      waiting.push([inner, `${place}/${escaped(key)}`]);
    }
    const reference = fieldsOf(part)?.$ref;
    if (typeof reference !== 'string') continue;
    if (leadsBelowItself(root, reference, place) || isCircle(root, reference, sound)) return { reference, place };
  }
  return undefined;
};
