import process from 'node:process';

const { PATH, NODE_COMPILE_CACHE, TMPDIR, PORTICO_RUN, PORTICO_MEMORY } = process.env;

/**
 * The environment of a process that a test tells every setting: PATH, where Node keeps what it has compiled, and the run that
 * it belongs to.
 */
export const bareEnvironment = { PATH, NODE_COMPILE_CACHE, TMPDIR, PORTICO_RUN, PORTICO_MEMORY };
