import * as z from 'zod/mini';
import { consumerStates } from '../consumer/schema.ts';
import { environmentSchema, environments } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { authenticationSchema, deploymentStates } from '../deployment/row.ts';

/*
 * Every deployment and every key of all organizations, for administrators. It contains no secrets.
 */

export const overviewPageSize = 20;

const search = z._default(z.string().check(z.trim(), z.maxLength(200)), '');

/** Counts for each environment. All filters apply except the environment's own. */
const countByEnvironment = z.object(
  Object.fromEntries(environments.map((environment) => [environment, z.int()])) as Record<
    (typeof environments)[number],
    z.ZodMiniInt
  >,
);
export type CountByEnvironment = z.output<typeof countByEnvironment>;

/** `GET /api/all-deployments`: filters by environment and state, searches API, organization, path and gateway. */
export const deploymentOverviewQuery = z.extend(
  listParameters(['apiName', 'orgName', 'env', 'path', 'gateway', 'state', 'keys', 'updatedAt'], {
    sort: 'apiName',
    order: 'asc',
  }),
  { search, env: z.optional(environmentSchema), state: z.optional(z.enum(deploymentStates)) },
);
export type DeploymentOverviewQuery = z.output<typeof deploymentOverviewQuery>;

const deploymentOverviewRow = z.object({
  id: idSchema,
  apiId: idSchema,
  apiName: z.string(),
  /** The API's organization. */
  orgName: z.string(),
  env: environmentSchema,
  auth: authenticationSchema,
  /** The path on the gateway: `/payments-dev`. */
  path: z.string(),
  gateway: z.string(),
  state: z.enum(deploymentStates),
  /** Number of keys, without those that are being removed. */
  keys: z.int(),
  updatedAt: z.string(),
});
export type DeploymentOverviewRow = z.output<typeof deploymentOverviewRow>;

export const deploymentOverviewPage = z.extend(pageOf('deployments', deploymentOverviewRow), {
  environments: countByEnvironment,
});
export type DeploymentOverviewPage = z.output<typeof deploymentOverviewPage>;

/** `GET /api/all-consumers`: filters by environment and state, searches key, API and organization. */
export const keyOverviewQuery = z.extend(
  listParameters(['nickname', 'apiName', 'orgName', 'env', 'state', 'createdAt', 'lastUsed', 'endsOn'], {
    sort: 'createdAt',
    order: 'desc',
  }),
  { search, env: z.optional(environmentSchema), state: z.optional(z.enum(consumerStates)) },
);
export type KeyOverviewQuery = z.output<typeof keyOverviewQuery>;

const keyOverviewRow = z.object({
  id: idSchema,
  nickname: z.string(),
  apiId: idSchema,
  apiName: z.string(),
  /** The API's organization. */
  apiOrgName: z.string(),
  /** The key's organization. */
  orgId: idSchema,
  orgName: z.string(),
  isExternal: z.boolean(),
  env: environmentSchema,
  /** The deployment's path on the gateway. */
  path: z.string(),
  auth: authenticationSchema,
  state: z.enum(consumerStates),
  createdAt: z.string(),
  /** The time of the last gateway call with the key. */
  lastUsed: z.nullable(z.string()),
  /** The last day of the key, its own or that of its access, in UTC (`YYYY-MM-DD`). Null: it has no end. */
  endsOn: z._default(z.nullable(z.string()), null),
});
export type KeyOverviewRow = z.output<typeof keyOverviewRow>;

export const keyOverviewPage = z.extend(pageOf('keys', keyOverviewRow), { environments: countByEnvironment });
export type KeyOverviewPage = z.output<typeof keyOverviewPage>;
