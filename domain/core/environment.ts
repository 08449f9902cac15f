import * as z from 'zod';

/** decisions.md, "Behaviour". */
export const environments = ['DEV', 'TEST', 'UAT', 'PROD'] as const;
export const environmentSchema = z.enum(environments);
export type Environment = (typeof environments)[number];

/** What a service or route is called on the gateway: the environment is appended for all but PROD. */
export const nameInEnvironment = (name: string, environment: Environment): string =>
  environment === 'PROD' ? name : `${name}-${environment.toLowerCase()}`;
