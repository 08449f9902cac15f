/** The area of an entry of an API's history decides who may read it. */
export const historyAreas = ['api', 'deployment', 'key', 'access', 'code'] as const;
export type HistoryArea = (typeof historyAreas)[number];

/**
 * What an event is in an API's history: an entry of an area, or no entry.
 *
 * - `operation`: an entry, with the area of the entry that requested the operation.
 * - `outcome`: the end of a request. It is part of the request's entry.
 * - `step`: the work on a request. The page of the operation shows it.
 */
export type HistoryPlace = HistoryArea | 'operation' | 'outcome' | 'step';
