/*
 * How statements find the deployments whose name or path on a gateway another one would get (`domain/deployment/gateway-name.ts`).
 */

/** Whether a deployment has its names on the gateway. One that failed before it was ever in force left nothing there. */
export const takesNames = `(deployments.state <> 'failed' or deployments.applied is not null)`;

/** The environment of a deployment, and its name as the gateway spells it. */
export const nameThere = `(deployments.environment, regexp_replace(trim(deployments.name), '\\s+', '-', 'g'))`;

/** The environment of a deployment, and its path. */
export const pathThere = '(deployments.environment, deployments.context_path)';
