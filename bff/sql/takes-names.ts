import { sql } from 'kysely';

/** Whether a deployment has its names on the gateway. One that failed before it was ever in force left nothing there. */
export const takesNames = sql<boolean>`(deployments.state <> 'failed' or deployments.applied is not null)`;
