/** The queries of what waits for the reader's decision. Whatever decides something changes them. */
export const inboxKey = ['inbox'] as const;
