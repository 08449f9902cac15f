import { createHmac } from 'node:crypto';
import type { DesiredEntity, FoundEntity } from '../admin-api/entity.ts';
import { difference } from '../change/difference.ts';

/** Returns a value with its fields and lists in order, so that equal values have equal texts. Kong's lists have no order. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(inOrder(item))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, inOrder(field)]),
  );
};

/** What a gateway adds by itself, and changes at any write that changes nothing else. */
const untouched = new Set(['created_at', 'updated_at']);

const held = ({ body }: FoundEntity): unknown =>
  inOrder(Object.fromEntries(Object.entries(body).filter(([name]) => !untouched.has(name))));

/**
 * Returns what identifies the whole difference between a gateway and what is wanted: each object before and after, also secrets, and
 * fields that people see only counted.
 *
 * @param key a secret of the portal. Without one, somebody could find a weak secret by trying.
 */
export const differenceHash = (
  key: string,
  desired: readonly DesiredEntity[],
  actual: readonly FoundEntity[],
): string => {
  const before = new Map(actual.map((entity) => [entity.id, entity]));
  const steps = difference(desired, actual).map((step) => {
    const found = before.get(step.entity.id);
    const after = step.kind === 'put' ? inOrder(step.entity.body) : null;
    return [step.kind, step.entity.kind, step.entity.id, found ? held(found) : null, after];
  });
  return createHmac('sha256', key).update(JSON.stringify(steps)).digest('hex');
};
