/** The other person's work, and how often each is measured in a round. */
export const works = { gallery: 100, download: 100, command: 50 } as const;
export type Work = keyof typeof works;
