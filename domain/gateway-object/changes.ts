import { isKept, isRecord } from './form-field.ts';
import type { ObjectChange } from './gateway-object.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Characters of a value in an event, and the most changes that it names. */
const longest = 2_000;
const mostChanges = 200;

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longest);
};

/** Returns the fields with what is inside them: `config.redis.host`. */
const flat = (fields: Fields, before = ''): (readonly [name: string, value: unknown])[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const inner = isRecord(value) && !isKept(value) ? flat(value, `${before}${name}.`) : [];
    return inner.length > 0 ? inner : [[`${before}${name}`, value] as const];
  });

/** Returns the fields whose value is another one, as people read them. Neither has secrets. */
export const changesOf = (before: Fields, after: Fields): ObjectChange[] => {
  const was = new Map(flat(before));
  const whole = new Map(Object.entries(before));
  return flat(after)
    .map(([field, value]) => ({
      field: field.slice(0, 200),
      before: textOf(was.get(field) ?? whole.get(field)),
      after: textOf(value),
    }))
    .filter((change) => change.before !== change.after)
    .slice(0, mostChanges);
};
