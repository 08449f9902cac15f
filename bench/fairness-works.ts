/**
 * What the attacker does. `documents`: bodies of two million keys, and patterns that take for ever. `pipelining`: thousands of
 * calls on five connections, without waiting for answers. `galleries`: 400 calls of the gallery at once.
 */
export const attacks = ['documents', 'pipelining', 'galleries'] as const;
export type Attack = (typeof attacks)[number];

/** The other person's work, and how often each is measured in a round. */
export const works = { gallery: 100, download: 100, command: 50 } as const;
export type Work = keyof typeof works;
