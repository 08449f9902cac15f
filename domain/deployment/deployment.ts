import * as z from 'zod';
import type { Command } from '../core/decider.ts';
import { environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { lockdown } from './lockdown.ts';
import { emptyRequestTransformer, requestTransformer } from './request-transformer.ts';
import { responseTransformer } from './response-transformer.ts';
import { authenticationSchema } from './row.ts';

/** What the gateway shall do for this deployment. */
const deploymentConfig = z.object({
  name: z.string(),
  environment: environmentSchema,
  authentication: authenticationSchema,
  /**
   * Whether a key may come in the query string, too, where log files keep it. Null: asked for before it could be
   * chosen, when every gateway took it.
   */
  keyInQuery: z.boolean().nullable().default(null),
  contextPath: z.string(),
  upstreamUrl: z.string(),
  /** The gateway: a resource of type KONG. */
  gatewayId: idSchema,
  /** Seconds. */
  tokenExpiration: z.int().positive(),
  /** Calls a minute by one consumer; null is no limit. */
  ratePerMinute: z.int().positive().nullable(),
  /** The addresses and ranges that may call; null is everybody. */
  allowedAddresses: z.array(z.string()).min(1).nullable(),
  refusesBots: z.boolean(),
  requestTransformer,
  /** Portal administrators set it. */
  responseTransformer: responseTransformer.nullable(),
  /** Null lets every path through. */
  lockdown: lockdown.nullable(),
});
export type DeploymentConfig = z.output<typeof deploymentConfig>;

/** What the gateway does for a deployment that asks for nothing beyond version 1 of its event. */
export const plainDeployment = {
  keyInQuery: false,
  allowedAddresses: null,
  refusesBots: false,
  requestTransformer: emptyRequestTransformer,
  responseTransformer: null,
  lockdown: null,
} as const satisfies Partial<DeploymentConfig>;

const withPlugins = (config: unknown): unknown => config && { ...plainDeployment, keyInQuery: null, ...config };

const operationId = z.uuid();
const subject = { deploymentId: idSchema, operationId };

export const deploymentEvents = {
  DeploymentRequested: event(
    z.object({ ...subject, apiId: idSchema, from: deploymentConfig.nullable(), to: deploymentConfig }),
    {
      requests: 'deploy',
      version: 2,
      upcast: ({ from, to, ...data }) => ({ ...data, from: withPlugins(from), to: withPlugins(to) }),
    },
  ),
  DeploymentApplied: event(z.object(subject)),
  /** For good: what was there before the request is there again, or nothing is. */
  DeploymentFailed: event(z.object(subject)),
  UndeploymentRequested: event(z.object({ ...subject, apiId: idSchema }), { requests: 'undeploy' }),
  DeploymentRemoved: event(z.object(subject)),
};

export type DeploymentEvent = EventsOf<typeof deploymentEvents>;

export type DeploymentCommand =
  | Command<
      'RequestDeployment',
      {
        deploymentId: number;
        operationId: string;
        apiId: number;
        config: DeploymentConfig;
        /** The response transformer stays as it is, whatever `config` says: it is not this user's. */
        keepsResponse?: boolean;
      }
    >
  | Command<'ConfirmDeployment' | 'FailDeployment' | 'ConfirmRemoval', { operationId: string }>
  | Command<'RequestUndeployment', { operationId: string }>;

type Known = Readonly<{
  deploymentId: number;
  apiId: number;
  operationId: string;
  wanted: DeploymentConfig;
  previous: DeploymentConfig | null;
}>;

/**
 * `wanted` is what the newest request asks for, `previous` what was applied before it.
 * `failed` keeps `wanted`, so that support can replay the request.
 */
export type Deployment =
  | Readonly<{ status: 'none' }>
  | (Readonly<{ status: 'deploying' | 'deployed' | 'failed' | 'undeploying' | 'removed' }> & Known);
