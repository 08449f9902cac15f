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
 * an old address names it. Leads to the first page when what was before a row is gone (`page` is -1).
 */
export const PastTheEnd = ({ page, pageSize, total, isLoading, onPage }: PastTheEndProps) => {
  const last = Math.ceil(total / pageSize) - 1;
  const isBefore = page < 0;
  const isPast = isBefore || page > last;
  const nearest = isBefore ? 0 : last;
  // Once for each last page: the list may shrink again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is no reason to lead there again.
  useEffect(() => {
    if (isPast) onPage(nearest, { replace: true });
  }, [isPast, nearest]);
  return isPast || isLoading ? null : <NoMatch onClear={() => onPage(0)} />;
};
