import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

type Moment = string | number | Date;

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const lengths = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns a gateway's date as `YYYY-MM-DD` in every language. */
export const gatewayDate = (value: Moment): string => {
  const date = new Date(value);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

/** Returns the functions that turn values into text in one language. */
export const formatterOf = (language: string) => {
  const number = new Intl.NumberFormat(language);
  const milliseconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  // The long style names the zone.
  const day = new Intl.DateTimeFormat(language, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' });
  const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  const dueTime = new Intl.DateTimeFormat(language, { timeStyle: 'long' });
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
  const month = new Intl.DateTimeFormat(language, { month: 'short' });
  return {
    number: (value: number) => number.format(value),
    milliseconds: (value: number) => milliseconds.format(value),
    percent: (ratio: number) => percent.format(ratio),
    date: (value: Moment) => date.format(new Date(value)),
    /** Returns a day `YYYY-MM-DD` in digits, as the language orders them; dashes for none. */
    day: (value: string) => {
      const at = new Date(value === '' ? 0 : `${value}T00:00:00Z`);
      if (Number.isNaN(at.getTime())) return value;
      const shown = day.format(at);
      return value === '' ? shown.replace(/\p{Nd}/gu, '-') : shown;
    },
    /** Returns day, time and zone. Times are the reader's zone everywhere, with the hours that the language counts. */
    dateTime: (value: Moment) => dateTime.format(new Date(value)),
    /** Returns a time of today, beside others or above its `dateTime`. */
    time: (value: Moment) => time.format(new Date(value)),
    /** Returns a time of today with its zone, for what will happen then. */
    dueTime: (value: Moment) => dueTime.format(new Date(value)),
    /** Returns the reader's zone now, such as GMT+1, for a column of times. */
    zone: (now: Moment = Date.now()) =>
      zone.formatToParts(new Date(now)).find(({ type }) => type === 'timeZoneName')?.value ?? '',
    /** Returns "3 minutes ago", or "now" for less than a minute. */
    relative: (value: Moment, now: number = Date.now()) => {
      const seconds = (new Date(value).getTime() - now) / 1000;
      const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      // Hebrew language data adds the digit in brackets to a form that already says one or two.
      return relative.format(unit === 'second' ? 0 : Math.round(seconds / size), unit).replace(/ \([12]\)$/, '');
    },
    /**
     * Returns the time of the access report, without its zone: `MMM DD, YYYY hh:mm:ss` in English, as specified, with hours from 00
     * to 23, else as the language writes it.
     */
    requestTime: (value: Moment) => {
      const at = new Date(value);
      if (!language.startsWith('en')) return short.format(at);
      return `${month.format(at)} ${pad(at.getDate())}, ${at.getFullYear()} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
    },
    /**
     * Returns when a chart's step of so many seconds begins. Days are those of UTC, as they are counted. Where the clock is half an hour
     * off, a step of hours begins at half past.
     */
    step: (value: Moment, seconds: number) => {
      const at = new Date(value);
      const date = { month: 'short', day: 'numeric' } as const;
      const minutes = { hour: '2-digit', minute: '2-digit' } as const;
      const hours = at.getMinutes() === 0 ? ({ hour: '2-digit' } as const) : minutes;
      const options =
        seconds >= 86_400 ? { ...date, timeZone: 'UTC' } : seconds > 3_600 ? { ...date, ...hours } : minutes;
      return new Intl.DateTimeFormat(language, options as Intl.DateTimeFormatOptions).format(at);
    },
    bytes: (value: number) => {
      const [unit, size] =
        value >= 1024 * 1024
          ? (['megabyte', 1024 * 1024] as const)
          : value >= 1024
            ? (['kilobyte', 1024] as const)
            : (['byte', 1] as const);
      // The short form of "byte" is its name without a plural, so use the long form.
      const unitDisplay = unit === 'byte' ? 'long' : 'short';
      const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(language, options).format(value / size);
    },
    /** Returns "10,485,760 bytes": all of them. */
    allBytes: (value: number) =>
      new Intl.NumberFormat(language, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(value),
    /** Returns "1 day" or "90 seconds": uses the largest unit that leaves no remainder. */
    duration: (seconds: number) => {
      const [unit, size] = lengths.find(([, length]) => seconds % length === 0) ?? (['second', 1] as const);
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
    },
    list: (values: readonly string[]) => new Intl.ListFormat(language).format(values),
  };
};

export const useFormat = () => {
  const { i18n } = useTranslation();
  return useMemo(() => formatterOf(i18n.language), [i18n.language]);
};
