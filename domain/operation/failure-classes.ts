/**
 * Classes of failure (requirement J3). `permanent`: ends the operation. `retry`: tries again later. `exhausted`: has
 * tried too often. `paused`: waits for a person, because the gateway refuses Portico itself. `waiting`: waits for another
 * operation of Portico. `away`: waits as long as the gateway does not respond.
 */
export const failureClasses = ['permanent', 'retry', 'paused', 'exhausted', 'waiting', 'away'] as const;
export type FailureClass = (typeof failureClasses)[number];
