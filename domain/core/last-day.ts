/** Returns the ISO time at which something ends whose last day is `day` (`YYYY-MM-DD`): when that day ends in UTC. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

/** Returns the last day in UTC (`YYYY-MM-DD`) of what ends then. */
export const lastDayOf = (endsAt: Date): string => endsAt.toISOString().slice(0, 10);
