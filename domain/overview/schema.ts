import * as z from 'zod';
import { consumerStates } from '../consumer/schema.ts';
import { environmentSchema, environments } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { authenticationSchema, deploymentStates } from '../deployment/row.ts';

/*
 * What administrators see of all organizations: every deployment, every key. Nothing secret is in it.
 */

export const overviewPageSize = 20;

const search = z.string().trim().max(200).default('');

/** How many there are in each environment, whichever of them is chosen: the other filters hold. */
const countByEnvironment = z.object(
  Object.fromEntries(environments.map((environment) => [environment, z.int()])) as Record<
    (typeof environments)[number],
    z.ZodInt
  >,
);
export type CountByEnvironment = z.output<typeof countByEnvironment>;

/** `GET /api/all-deployments`: by environment, state and words of API, organization, path and gateway. */
export const deploymentOverviewQuery = listParameters(
  ['apiName', 'orgName', 'env', 'path', 'gateway', 'state', 'keys', 'updatedAt'],
  { sort: 'apiName', order: 'asc' },
).extend({ search, env: environmentSchema.optional(), state: z.enum(deploymentStates).optional() });
export type DeploymentOverviewQuery = z.output<typeof deploymentOverviewQuery>;

const deploymentOverviewRow = z.object({
  id: idSchema,
  apiId: idSchema,
  apiName: z.string(),
  /** Whose API it is. */
  orgName: z.string(),
  env: environmentSchema,
  auth: authenticationSchema,
  /** On the gateway: `/payments-dev`. */
  path: z.string(),
  gateway: z.string(),
  state: z.enum(deploymentStates),
  /** How many it has; those that are on their way out are no more. */
  keys: z.int(),
  updatedAt: z.string(),
});
export type DeploymentOverviewRow = z.output<typeof deploymentOverviewRow>;

export const deploymentOverviewPage = pageOf('deployments', deploymentOverviewRow).extend({
  environments: countByEnvironment,
});
export type DeploymentOverviewPage = z.output<typeof deploymentOverviewPage>;

/** `GET /api/all-consumers`: by environment, state and words of key, API and organization. */
export const keyOverviewQuery = listParameters(
  ['nickname', 'apiName', 'orgName', 'env', 'state', 'createdAt', 'lastUsed'],
  { sort: 'createdAt', order: 'desc' },
).extend({ search, env: environmentSchema.optional(), state: z.enum(consumerStates).optional() });
export type KeyOverviewQuery = z.output<typeof keyOverviewQuery>;

const keyOverviewRow = z.object({
  id: idSchema,
  nickname: z.string(),
  apiId: idSchema,
  apiName: z.string(),
  /** Whose key it is. */
  orgName: z.string(),
  isExternal: z.boolean(),
  env: environmentSchema,
  auth: authenticationSchema,
  state: z.enum(consumerStates),
  createdAt: z.string(),
  /** When the gateway saw it last. */
  lastUsed: z.string().nullable(),
});
export type KeyOverviewRow = z.output<typeof keyOverviewRow>;

export const keyOverviewPage = pageOf('keys', keyOverviewRow).extend({ environments: countByEnvironment });
export type KeyOverviewPage = z.output<typeof keyOverviewPage>;
