import * as z from 'zod/mini';

/** Where an API can be deployed. All except PROD add their name to services and routes. */
export const environments = ['DEV', 'TEST', 'UAT', 'PROD'] as const;
export const environmentSchema = z.enum(environments);
export type Environment = (typeof environments)[number];

/** Returns the name of a service or route on the gateway. All environments except PROD are appended to it. */
export const nameInEnvironment = (name: string, environment: Environment): string =>
  environment === 'PROD' ? name : `${name}-${environment.toLowerCase()}`;
