/** Rows on a page of the list. */
export const businessAreaPageSize = 9;

/** Characters. */
export const businessAreaNameLimit = 200;
export const businessAreaDescriptionLimit = 1000;
