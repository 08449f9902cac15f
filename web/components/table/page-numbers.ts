/** A gap between numbers, on one side of the current page. */
type PageGap = 'gap-before' | 'gap-after';

/** Maximum number of places: first page, last page, the current page with its neighbors, and the gaps. */
const places = 7;

/**
 * Returns the page numbers to show, counted from 0. If there are more pages than places, all places are always filled.
 * Buttons then do not move under the pointer while somebody pages.
 */
export const pageNumbers = (page: number, pages: number): readonly (number | PageGap)[] => {
  if (pages <= places) return Array.from({ length: pages }, (_, number) => number);
  const last = pages - 1;
  const near = Math.min(Math.max(page, 3), last - 3);
  const inner = near === 3 ? [1, 2, 3, 4] : near === last - 3 ? [last - 4, last - 3, last - 2, last - 1] : undefined;
  if (inner) return near === 3 ? [0, ...inner, 'gap-after', last] : [0, 'gap-before', ...inner, last];
  return [0, 'gap-before', near - 1, near, near + 1, 'gap-after', last];
};
