import process from 'node:process';

/** The environment of a process that a test tells every setting: PATH, and where Node keeps what it has compiled. */
export const bareEnvironment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
