import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isPolled } from '../../api/is-polled.ts';

/** Milliseconds of waiting before it shows: most answers are there sooner. */
const delay = 200;

/**
 * Says that something is asked of the server or sent to it, over everything and without
 * taking room. What repeats by itself is left out. For the eyes only: lists, skeletons and buttons say it themselves.
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
