/** Replaces a personal value after its person's key was destroyed. */
export const erased = '[erased]';
