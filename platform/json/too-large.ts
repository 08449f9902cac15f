import { RefusedError, refuse } from '#domain/core/problem.ts';

/** Returns the error for a body that is too large, or has too many values (413). */
export const tooLarge = (): RefusedError => new RefusedError(refuse('too-large', { code: 'body.too-large' }));
