import { changesOf } from './changes.ts';
import type { ObjectChange } from './gateway-object.ts';

/** Fields that say when, not what. */
const marks: readonly string[] = ['created_at', 'updated_at'];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of an object that are not as somebody saw them, also those that are gone. Neither has secrets.
 *
 * @param shown fields as they were shown. @param now as they are.
 */
export const movedFields = (shown: Fields, now: Fields): ObjectChange[] => {
  const changed = changesOf(shown, now);
  const known = new Set(changed.map(({ field }) => field));
  const gone = changesOf(now, shown).flatMap(({ field, before, after }) =>
    known.has(field) ? [] : [{ field, before: after, after: before }],
  );
  return [...changed, ...gone].filter(({ field }) => !marks.includes(field));
};
