import type { Query } from '@tanstack/react-query';

/** Returns whether a query is polled: it has data, and nobody waits for the next response. */
export const isPolled = (query: Query): boolean =>
  query.state.data !== undefined &&
  query.observers.some(({ options: { refetchInterval } }) =>
    Boolean(typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval),
  );
