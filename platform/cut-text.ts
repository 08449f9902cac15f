/**
 * Returns the beginning of a text that somebody else wrote, as every store takes it: Postgres refuses NUL, and JSON in it
 * refuses lone surrogates. Both become U+FFFD. A pair of surrogates is not cut in two.
 *
 * @param longest UTF-16 code units.
 */
export const cutText = (text: string, longest: number): string => {
  const kept = text.slice(0, longest);
  const whole = text.length > longest ? kept.replace(/[\ud800-\udbff]$/, '') : kept;
  return whole.replaceAll('\0', '\ufffd').toWellFormed();
};
