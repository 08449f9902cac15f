/** The most days that a cause stays muted. */
export const mostMutedDays = 30;
/** The days that the form offers. */
export const mutedDays = [1, 3, 7, 14, 30] as const;
/** The most causes that are muted at once. */
export const mostCausesAtOnce = 20;
