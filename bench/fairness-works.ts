/** What the other person does, with how often it is measured in a round. */
export const works = { gallery: 40, download: 40, command: 40 } as const;
export type Work = keyof typeof works;
