import { gatewayDate } from '../../i18n/format.ts';

/** The days of a report, or moments in an address. Both are inclusive. */
export type ReportPeriod = Readonly<{ startDate?: string | undefined; endDate?: string | undefined }>;

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;

/** Returns the moment; undefined for a day. */
export const momentOf = (text: string | undefined): string | undefined => (text && !isDay(text) ? text : undefined);

/** Returns the day of a report's day or moment, in the user's time zone. */
export const dayOf = (text: string): string => (momentOf(text) ? gatewayDate(text) : text);

/**
 * Returns the period as the server gets it. A day is the whole day in the user's time zone, to the millisecond, because the
 * table also shows that time zone.
 */
export const wholeDays = ({ startDate, endDate }: ReportPeriod): ReportPeriod => ({
  startDate: startDate && isDay(startDate) ? new Date(`${startDate}T00:00:00.000`).toISOString() : startDate,
  endDate: endDate && isDay(endDate) ? new Date(`${endDate}T23:59:59.999`).toISOString() : endDate,
});

/** Returns whether the end is before the start. */
export const endsBeforeStart = (period: ReportPeriod): boolean => {
  const { startDate, endDate } = wholeDays(period);
  return startDate !== undefined && endDate !== undefined && Date.parse(endDate) < Date.parse(startDate);
};
