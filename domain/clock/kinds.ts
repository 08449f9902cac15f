/** What waits for a decision and has a clock. A review of access reminds by itself, of the day that its auditor chose. */
export const clockKinds = ['access', 'registration', 'deletion', 'drift', 'approval'] as const;
export type ClockKind = (typeof clockKinds)[number];

/** To whom something goes whose time is over. */
export const clockAudiences = ['portal-administrators', 'gateway-administrators', 'auditors'] as const;
export type ClockAudience = (typeof clockAudiences)[number];
