/** What was done to APIs. Below the APIs' own key: whatever changes an API changes its history. */
export const historyKey = ['apis', 'history'] as const;
