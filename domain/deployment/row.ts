import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';

/*
 * A deployment as it is read: apart from the form's rules, which the gallery has no use for.
 */

/** How callers prove who they are: by a key, by a token, or by either. */
export const authentications = ['apikey', 'oauth2', 'both'] as const;
export type Authentication = (typeof authentications)[number];
export const authenticationSchema = z.enum(authentications);

export const deploymentStates = ['deploying', 'deployed', 'failed', 'undeploying'] as const;

/** The gateway that a deployment is on. */
export const gatewayName = z.object({ id: idSchema, name: z.string() });

/** A deployment in the details dock. */
export const deploymentRow = z.object({
  id: idSchema,
  apiId: idSchema,
  name: z.string(),
  env: environmentSchema,
  auth: authenticationSchema,
  contextPath: z.string(),
  /** The path on the gateway: `/payments-dev`. */
  path: z.string(),
  /** Where it is called: the gateway's address with the path. */
  url: z.string(),
  /** Where tokens are had; null unless auth is oauth2 or both. */
  tokenUrl: z.string().nullable(),
  state: z.enum(deploymentStates),
  operationId: z.string(),
  /** What is behind the gateway is for those who may open the deployment; null for everybody else. */
  upstreamUrl: z.string().nullable(),
  kongServer: gatewayName.nullable(),
  /** Keys that were taken away and are not off the gateway yet; for those who may open the deployment. */
  removals: z.object({ keys: z.int().positive(), since: z.string() }).nullable(),
  oAuth2Config: z.object({ tokenExpiration: z.int() }),
  rateLimit: z.object({ enabled: z.boolean(), ratePerMinute: z.int() }),
  /** What else the gateway does for it. */
  protection: z.object({
    addresses: z.int(),
    bots: z.boolean(),
    transforms: z.boolean(),
    /** The revision of the description whose paths alone are let through; null lets all through. */
    lockedRevision: z.int().nullable(),
  }),
});
export type DeploymentRow = z.output<typeof deploymentRow>;
