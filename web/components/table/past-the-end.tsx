import { useEffect } from 'react';
import type { AddressChange } from './address-change.ts';
import { NoMatch } from './no-match.tsx';

/** Changes the page of a list. `replace`: Back does not lead to the page that was left. */
export type ToPage = (page: number, how?: AddressChange) => void;

/** `isLoading`: what is shown is of another page, while this one is loaded. */
export type PastTheEndProps = Readonly<{
  page: number;
  pageSize: number;
  total: number;
  isLoading: boolean;
  onPage: ToPage;
}>;

/**
 * Stands for a page without rows of a list that has some. Leads to the last page: somebody has deleted what was on this one, or
 * an old address names it.
 */
export const PastTheEnd = ({ page, pageSize, total, isLoading, onPage }: PastTheEndProps) => {
  const last = Math.ceil(total / pageSize) - 1;
  const isPast = page > last;
  // Once for each last page: the list may shrink again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is no reason to lead there again.
  useEffect(() => {
    if (isPast) onPage(last, { replace: true });
  }, [isPast, last]);
  return isPast || isLoading ? null : <NoMatch onClear={() => onPage(0)} />;
};
