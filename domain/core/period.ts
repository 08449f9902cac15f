import * as z from 'zod/mini';

const moment = z.optional(z.union([z.iso.datetime({ offset: true }), z.iso.date()]));

/** The filters of a report by time. Both ends are inclusive: an end of `2026-11-21` includes that whole day (UTC). */
export const periodFilters = { startDate: moment, endDate: moment };

type PeriodFilter = Readonly<{ startDate?: string | undefined; endDate?: string | undefined }>;

/** Includes `from` and excludes `to`, so that hours and days add up. */
export type Period = Readonly<{ from: Date | undefined; to: Date | undefined }>;

const day = 24 * 3_600_000;

/** Returns the period that the filters mean. A time includes its millisecond. */
export const periodOf = ({ startDate, endDate }: PeriodFilter): Period => {
  const after = endDate?.length === 'YYYY-MM-DD'.length ? day : 1;
  return {
    from: startDate === undefined ? undefined : new Date(startDate),
    to: endDate === undefined ? undefined : new Date(Date.parse(endDate) + after),
  };
};
