/** Filters that one person keeps. */
export const mostFilters = 20;
/** Characters of a filter's name. */
export const filterNameLimit = 60;
/** Characters of what stands in the address. There a Chinese character has nine: `%E4%B8%AD`. */
export const filterQueryLimit = 4000;
