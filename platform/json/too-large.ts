import { RefusedError, refuse } from '#domain/core/problem.ts';

/** Refuses a body that is too large, or holds too much (413). */
export const tooLarge = (): RefusedError => new RefusedError(refuse('too-large', { code: 'body.too-large' }));
