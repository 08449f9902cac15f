const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** A day and a time of day as the browser's inputs have them: `2026-03-03`, `14:00`. '' for none. */
export type LocalMoment = Readonly<{ day: string; time: string }>;

/** Returns a moment in the reader's zone. */
export const localMomentOf = (at: string): LocalMoment => {
  const date = new Date(at);
  return {
    day: `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`,
    time: `${pad(date.getHours())}:${pad(date.getMinutes())}`,
  };
};

/** Returns the moment of a day and a time in the reader's zone; undefined while one of them is missing, or is none. */
export const momentOf = ({ day, time }: LocalMoment): string | undefined => {
  const date = new Date(`${day}T${time}`);
  return day === '' || time === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** Returns a moment in UTC, to the minute: `2026-03-03 13:00 UTC`. */
export const utcText = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
