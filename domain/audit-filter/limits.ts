/** Filters that one person keeps. */
export const mostFilters = 20;
/** Characters of a filter's name, and of what stands in the address. */
export const filterNameLimit = 60;
export const filterQueryLimit = 1000;
