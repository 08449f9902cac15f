import * as z from 'zod';

/** Where an API can be deployed. All but PROD add their name to services and routes. */
export const environments = ['DEV', 'TEST', 'UAT', 'PROD'] as const;
export const environmentSchema = z.enum(environments);
export type Environment = (typeof environments)[number];

/** What a service or route is called on the gateway: the environment is appended for all but PROD. */
export const nameInEnvironment = (name: string, environment: Environment): string =>
  environment === 'PROD' ? name : `${name}-${environment.toLowerCase()}`;
