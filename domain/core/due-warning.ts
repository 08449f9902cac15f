const day = 86_400_000;

/**
 * Returns the least of the warnings that is due; undefined: none is yet, or the end has come.
 *
 * @param days    how many days before the end people are told, the greatest first.
 * @param endsAt  ISO time.
 * @param now     ISO time.
 */
export const dueWarning = <const Days extends readonly number[]>(
  days: Days,
  endsAt: string,
  now: string,
): Days[number] | undefined => {
  const left = Date.parse(endsAt) - Date.parse(now);
  return left > 0 ? days.findLast((each) => left <= each * day) : undefined;
};
