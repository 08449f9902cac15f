/** What can be asked about, as streams are called. */
export const asOfSubjects = ['api', 'organization', 'user', 'event-topic'] as const;
export type AsOfSubject = (typeof asOfSubjects)[number];
