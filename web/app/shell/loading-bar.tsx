import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isPolled } from '../../api/is-polled.ts';

/** Milliseconds before the bar appears. Most responses come sooner. */
const delay = 200;

/**
 * Shows that a request is on its way. It lies over the page and takes no room. Polling is left out. It is only visual:
 * lists, skeletons and buttons inform screen readers.
 */
export const LoadingBar = () => {
  const fetching = useIsFetching({ predicate: (query) => !isPolled(query) });
  const isBusy = fetching + useIsMutating() > 0;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isBusy) return setShown(false);
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, [isBusy]);
  if (!isShown) return null;
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      <div className="loading-run h-full bg-accent rtl:[animation-direction:reverse]" />
    </div>
  );
};
