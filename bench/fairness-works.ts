/** What the other person does, with how often it is measured. */
export const works = { gallery: 150, download: 150, command: 100, check: 30 } as const;
export type Work = keyof typeof works;
