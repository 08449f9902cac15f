import type { ChangedSince, FieldChange } from '#domain/core/older-form.ts';

/**
 * A field of a form, as the dialog about an older form needs it.
 *
 * @property text returns a value as people read it. Default: texts, numbers, lists, "On" and "Off" as they are.
 * @property put  puts the value of the server into the form. Default: as it is, at the field's path.
 */
type OlderField = Readonly<{
  label: string;
  text?: (value: unknown) => string;
  put?: (value: unknown) => void;
}>;

/** The fields of a form by their dotted paths in the body. */
export type OlderFields = Readonly<Record<string, OlderField>>;

/** An older form that the server refused: what was sent, and what was changed meanwhile. */
export type Refused = Readonly<{ sent: Readonly<Record<string, unknown>>; changed: ChangedSince }>;

/**
 * What to do about a field that somebody changed. `theirs`: the person did not touch it. `both`: the person changed it
 * too, to something else. `same`: both wrote the same.
 */
export type Choice = FieldChange & Readonly<{ mine: unknown; kind: 'theirs' | 'both' | 'same' }>;

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Compares values of a field. The order of a list does not count. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  const textOf = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)).sort() : value);
  return textOf(one) === textOf(other);
};

const valueAt = (sent: Refused['sent'], field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], sent);

/** Returns the choices about a refused form, those for the person first. */
export const choicesOf = ({ sent, changed }: Refused): Choice[] => {
  const choices = changed.changes.map((change): Choice => {
    const mine = valueAt(sent, change.field);
    if (isSame(mine, change.to)) return { ...change, mine, kind: 'same' };
    return { ...change, mine, kind: isSame(mine, change.from) ? 'theirs' : 'both' };
  });
  const rank = { both: 0, theirs: 1, same: 2 } as const;
  return choices.toSorted((one, other) => rank[one.kind] - rank[other.kind]);
};
