import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { foreignEffects } from '../drift/effect.ts';

/*
 * A deployment in lists. Separate from the form's rules, which the gallery does not need to load.
 */

/** How callers prove who they are: a key, a token, or either. */
export const authentications = ['apikey', 'oauth2', 'both'] as const;
export type Authentication = (typeof authentications)[number];
export const authenticationSchema = z.enum(authentications);

export const deploymentStates = ['deploying', 'deployed', 'failed', 'undeploying'] as const;

/** The gateway that a deployment is on, or the Redis in which its calls are counted. */
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
  /** The address for callers: the gateway's address and the path. */
  url: z.string(),
  /** The address of the token endpoint; null unless auth is oauth2 or both. */
  tokenUrl: z.nullable(z.string()),
  state: z.enum(deploymentStates),
  operationId: z.string(),
  /** Null for users who may not open the deployment. */
  upstreamUrl: z.nullable(z.string()),
  kongServer: z.nullable(gatewayName),
  /** Removed keys that are still on the gateway. Null for users who may not open the deployment. */
  removals: z.nullable(z.object({ keys: z.int().check(z.positive()), since: z.string() })),
  /**
   * What others did to it on the gateway. Null for users who may not open the deployment.
   *
   * `lost`: what protects it was missing or changed by hand. `intactAt`: it was last seen whole; null: not known. `putBackAt`:
   * null while it is put back. `added`: others' objects that change its calls, with the name of each, and of the key that it is about; the last
   * release reads only their names, `foreign`. `open`: how many of its objects wait for an
   * answer in the drift inbox.
   */
  drift: z.nullable(
    z.object({
      lost: z.nullable(
        z.object({ objects: z.array(z.string()), intactAt: z.nullable(z.string()), putBackAt: z.nullable(z.string()) }),
      ),
      foreign: z.array(z.string()),
      added: z._default(
        z.array(z.object({ effect: z.enum(foreignEffects), name: z.string(), key: z.nullable(z.string()) })),
        [],
      ),
      open: z._default(z.int(), 0),
    }),
  ),
  /**
   * Since when its gateway does not respond, and how many operations wait for it. Null: it responds, or the user may not open
   * the deployment.
   */
  outage: z._default(z.nullable(z.object({ since: z.string(), waiting: z.int() })), null),
  /**
   * The deployment at another gateway that takes its place (`isLeader`), or whose place it takes, while both stand. `url`: its address for
   * callers. `gateway`: null for users who may not open the deployment.
   */
  moving: z._default(
    z.nullable(z.object({ isLeader: z.boolean(), id: idSchema, url: z.string(), gateway: z.nullable(z.string()) })),
    null,
  ),
  /**
   * A change that waits for a second person (`by`: who asked), else the approval that its form came by (`by`: who approved). Null: there is
   * neither, or the user may not open the deployment. `id`: null for users who may not open the request.
   */
  approval: z._default(
    z.nullable(z.object({ id: z.nullable(idSchema), isWaiting: z.boolean(), by: z.string() })),
    null,
  ),
  /** Whether its gateway takes no changes (`readOnlyCode`). */
  isReadOnly: z._default(z.boolean(), false),
  oAuth2Config: z.object({ tokenExpiration: z.int() }),
  /**
   * `countsTogether`: the limit is for all keys of an organization together. Otherwise it is for each key.
   * `redis`: where calls are counted. Null: each node of the gateway counts for itself, or the user may not open the deployment.
   */
  rateLimit: z.object({
    enabled: z.boolean(),
    ratePerMinute: z.int(),
    countsTogether: z.boolean(),
    redis: z._default(z.nullable(gatewayName), null),
  }),
  /** Other protections on the gateway. */
  protection: z.object({
    addresses: z.int(),
    bots: z.boolean(),
    transforms: z.boolean(),
    /** Whether pages in a browser may call it. */
    cors: z.boolean(),
    /** The revision that the lockdown was made from; null allows all paths. */
    lockedRevision: z.nullable(z.int()),
  }),
});
export type DeploymentRow = z.output<typeof deploymentRow>;
