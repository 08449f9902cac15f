/** Returns the address of a change that needs a second person. */
export const approvalAddress = (id: number | string): string => `/approvals/${id}`;
