import * as z from 'zod/mini';

/** `YYYY-MM-DD`: the last day of something that ends by itself when this day is over in UTC. Null: it has no end. */
export const lastDay = z.nullable(z.iso.date('access.end-not-a-day'));

/** Returns the ISO time at which something ends whose last day is `day` (`YYYY-MM-DD`): when that day ends in UTC. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

/** Returns the last day in UTC (`YYYY-MM-DD`) of what ends then. */
export const lastDayOf = (endsAt: Date): string => endsAt.toISOString().slice(0, 10);
