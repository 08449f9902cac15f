/** The days of a report, or moments in an address. Both are inclusive. */
export type ReportPeriod = Readonly<{ startDate?: string | undefined; endDate?: string | undefined }>;

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;

/** Returns whether the end is before the start. Days compare as text. */
export const endsBeforeStart = ({ startDate, endDate }: ReportPeriod): boolean =>
  startDate !== undefined && endDate !== undefined && endDate < startDate;

/**
 * Returns the period as the server gets it. A day is the whole day in the user's time zone, to the millisecond, because the
 * table also shows that time zone.
 */
export const wholeDays = ({ startDate, endDate }: ReportPeriod): ReportPeriod => ({
  startDate: startDate && isDay(startDate) ? new Date(`${startDate}T00:00:00.000`).toISOString() : startDate,
  endDate: endDate && isDay(endDate) ? new Date(`${endDate}T23:59:59.999`).toISOString() : endDate,
});
