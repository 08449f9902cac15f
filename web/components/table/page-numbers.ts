/** A gap between numbers, by the side it is on. */
type PageGap = 'gap-before' | 'gap-after';

/** So many places there are at most: the first and the last page, the one that is shown between its neighbours, the gaps. */
const places = 7;

/**
 * The pages that a row of numbers shows, from 0: always as many places once there are more pages than that, so that no
 * button moves under the pointer while somebody pages on.
 */
export const pageNumbers = (page: number, pages: number): readonly (number | PageGap)[] => {
  if (pages <= places) return Array.from({ length: pages }, (_, number) => number);
  const last = pages - 1;
  const near = Math.min(Math.max(page, 3), last - 3);
  const inner = near === 3 ? [1, 2, 3, 4] : near === last - 3 ? [last - 4, last - 3, last - 2, last - 1] : undefined;
  if (inner) return near === 3 ? [0, ...inner, 'gap-after', last] : [0, 'gap-before', ...inner, last];
  return [0, 'gap-before', near - 1, near, near + 1, 'gap-after', last];
};
