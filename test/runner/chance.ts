import { randomInt } from 'node:crypto';
import process from 'node:process';
import fc from 'fast-check';

/*
 * Imported by every suite in which chance decides: by random values, or by the moment of a kill or of a change. `npm test`
 * never runs such a suite a second time, because a failure by chance is a failure.
 */
process.env.PORTICO_SEED ??= String(randomInt(2 ** 31));

/** Seed of all random choices of a test run. The same `PORTICO_SEED` gives the same choices. */
export const seed = Number(process.env.PORTICO_SEED);

fc.configureGlobal({ seed });

export { fc };
