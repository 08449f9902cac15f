/** Returns the period of the list that is one step of a chart. Both ends are inclusive. @param step seconds. */
export const periodOfStep = (at: string, step: number): { startDate: string; endDate: string } => ({
  startDate: at,
  endDate: new Date(Date.parse(at) + step * 1_000 - 1).toISOString(),
});
