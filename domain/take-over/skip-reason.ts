/** Characters of the reason why a service is skipped. */
export const skipReasonLimit = 500;
