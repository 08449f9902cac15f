import { sliceLength, sliceOf, sliceTerm } from '#domain/history/terms.ts';

/** No entry is older. */
export const beginning = new Date('2000-01-01T00:00:00Z');

/** Slices before the months. Each reads its month's terms anew. */
const mostSlices = 6;

/** A part of time. Entries of a slice have its term. */
export type PartOfTime = Readonly<{ since: Date; until: Date; slice: string | null }>;

const earliest = (...times: readonly Date[]): Date => new Date(Math.min(...times.map(Number)));
const latest = (...times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)));

const monthBefore = (time: Date): Date => {
  const month = new Date(time.getTime() - 1);
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth()));
};

const monthAfter = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));

/**
 * Returns the parts in which entries are read, the newest first: slices of two days, which have few entries, then months,
 * which have few of these when all slices do not fill a page.
 *
 * @param from the first moment. Default: before the first entry.
 * @param to   the moment after the last one, at most a day after `now`: clocks differ.
 * @param slices how many slices come before the months. Default: 6.
 */
export const partsOfTime = (
  { from, to }: Readonly<{ from?: Date | undefined; to?: Date | undefined }>,
  now: Date,
  slices = mostSlices,
): PartOfTime[] => {
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const first = latest(from ?? beginning, beginning);
  const parts: PartOfTime[] = [];
  let until = earliest(to ?? tomorrow, tomorrow);
  while (until > first) {
    const slice = sliceOf(new Date(until.getTime() - 1));
    const isSlice = parts.length < slices;
    const since = latest(first, isSlice ? new Date(slice * sliceLength) : monthBefore(until));
    parts.push({ since, until, slice: isSlice ? sliceTerm(slice) : null });
    until = since;
  }
  return parts;
};

/** Returns the parts after a moment, the oldest first: slices, then months. See `partsOfTime`. */
export const partsAfter = ({ from, to }: Readonly<{ from: Date; to?: Date | undefined }>, now: Date): PartOfTime[] => {
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const end = earliest(to ?? tomorrow, tomorrow);
  const parts: PartOfTime[] = [];
  let since = latest(from, beginning);
  while (since < end) {
    const slice = sliceOf(since);
    const isSlice = parts.length < mostSlices;
    const until = earliest(end, isSlice ? new Date((slice + 1) * sliceLength) : monthAfter(since));
    parts.push({ since, until, slice: isSlice ? sliceTerm(slice) : null });
    since = until;
  }
  return parts;
};
