/**
 * Query key of the history of APIs. It is below the APIs' own key, because every change of an API also changes its
 * history.
 */
export const historyKey = ['apis', 'history'] as const;
