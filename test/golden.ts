/*
 * `npm run golden`: writes the files that tests compare with, where they are missing or may change. Run it after a new
 * event type, a new version of one, or a raised version of a projection.
 */
import '#eventstore/golden/write-golden.ts';
import '#projections/engine/fixture/write-golden.ts';
