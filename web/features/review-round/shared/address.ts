/** Returns the address of a review. */
export const reviewAddress = (id: number | string): string => `/review-round/${id}`;

/** Returns the address of what the reader is still to decide in a review. */
export const toDecideAddress = (id: number | string): string => `${reviewAddress(id)}?mine=yes&state=open`;
