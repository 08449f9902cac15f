/** So many days before a grant ends people are told, once each. The greatest first. */
export const warningDays = [14, 3] as const;

/** Returns the ISO time at which a grant ends whose last day is `day` (`YYYY-MM-DD`): when that day ends in UTC. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

/** Returns the last day of a grant in UTC (`YYYY-MM-DD`). */
export const lastDayOf = (endsAt: Date): string => endsAt.toISOString().slice(0, 10);
