/*
 * `npm run golden`: writes the files that tests compare with, where they are missing or may change. Run it after a new
 * event type, a new version of one, or a raised version of a projection.
 */
// First the events: the histories need the rules of a new noun too.
await import('./runner/write-golden.ts');
await import('#projections/engine/fixture/write-golden.ts');

export {};
