/** What the other person does, with how often it is measured in a round. */
export const works = { gallery: 100, download: 100, command: 50 } as const;
export type Work = keyof typeof works;
