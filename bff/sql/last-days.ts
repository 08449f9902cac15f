/** Days without a call after which nobody is taken to use a thing. */
const quietDays = 30;

/** Returns when the last 30 days began. Calls are counted by the hour, so these may be up to an hour longer. */
export const quietSince = (now: Date): Date => new Date(now.getTime() - quietDays * 24 * 3_600_000 - 3_600_000);
