/** A value before or after a change. Null: no value. A list has only the entries that the other side lacks. */
export type HistoryValue = string | number | boolean | readonly string[] | null;
export type HistoryChange = Readonly<{ field: string; from: HistoryValue; to: HistoryValue }>;

/** The values of a thing that a history compares, by field. */
export type HistoryValues = Readonly<Record<string, HistoryValue>>;

const isNothing = (value: HistoryValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
const shown = (value: HistoryValue | undefined): HistoryValue => (isNothing(value) ? null : (value as HistoryValue));

const listChange = (field: string, from: readonly string[], to: readonly string[]): HistoryChange[] => {
  const [gone, come] = [from.filter((one) => !to.includes(one)), to.filter((one) => !from.includes(one))];
  return gone.length + come.length === 0 ? [] : [{ field, from: shown(gone), to: shown(come) }];
};

/** Returns all fields with different values, in the order of `to`. Off, empty and absent count as equal. */
export const changesOf = (from: HistoryValues, to: HistoryValues): HistoryChange[] =>
  Object.entries(to).flatMap(([field, value]) => {
    const before = from[field];
    if (Array.isArray(value) || Array.isArray(before))
      return listChange(field, (before ?? []) as readonly string[], (value ?? []) as readonly string[]);
    return before === value || (isNothing(before) && isNothing(value))
      ? []
      : [{ field, from: shown(before), to: shown(value) }];
  });
