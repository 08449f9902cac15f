import type { Query } from '@tanstack/react-query';

/** Whether a query is one of those that are asked again and again: it has its data, and nobody waits for the next. */
export const isPolled = (query: Query): boolean =>
  query.state.data !== undefined &&
  query.observers.some(({ options: { refetchInterval } }) =>
    Boolean(typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval),
  );
