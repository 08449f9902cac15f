import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { cors } from './cors.ts';
import { lockdown } from './lockdown.ts';
import { emptyRequestTransformer, requestTransformer } from './request-transformer.ts';
import { responseTransformer } from './response-transformer.ts';
import { authenticationSchema } from './row.ts';

/** What the gateway should do for this deployment. */
const deploymentConfig = z.object({
  name: z.string(),
  environment: environmentSchema,
  authentication: authenticationSchema,
  /**
   * Whether a key is also accepted in the query string, where log files record it. Null: requested before this could be
   * chosen; every gateway accepted it then.
   */
  keyInQuery: z._default(z.nullable(z.boolean()), null),
  contextPath: z.string(),
  upstreamUrl: z.string(),
  /** The gateway: a resource of type KONG. */
  gatewayId: idSchema,
  /** Seconds. */
  tokenExpiration: z.int().check(z.positive()),
  /** Calls a minute; null is no limit. */
  ratePerMinute: z.nullable(z.int().check(z.positive())),
  /**
   * Whether `ratePerMinute` is for all keys of an organization together. Otherwise, and where it is absent because it was
   * requested before this could be chosen, it is for each key.
   */
  countsTogether: z.optional(z.boolean()),
  /** Addresses and ranges that may call; null is all. */
  allowedAddresses: z.nullable(z.array(z.string()).check(z.minLength(1))),
  refusesBots: z.boolean(),
  /** Which pages in a browser may call. None where it is null, or absent because it was requested before this could be chosen. */
  cors: z.optional(z.nullable(cors)),
  requestTransformer,
  /** Set by portal administrators. */
  responseTransformer: z.nullable(responseTransformer),
  /** Null allows every path. */
  lockdown: z.nullable(lockdown),
});
export type DeploymentConfig = z.output<typeof deploymentConfig>;

/** Defaults for the fields that version 1 of the event did not have. */
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
    z.object({ ...subject, apiId: idSchema, from: z.nullable(deploymentConfig), to: deploymentConfig }),
    {
      version: 2,
      upcast: ({ from, to, ...data }) => ({ ...data, from: withPlugins(from), to: withPlugins(to) }),
    },
  ),
  DeploymentApplied: event(z.object(subject)),
  /** Final: the gateway has what it had before the request, or nothing. */
  DeploymentFailed: event(z.object(subject)),
  UndeploymentRequested: event(z.object({ ...subject, apiId: idSchema })),
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
        /** Keeps the response transformer whatever `config` says, because this user may not set it. */
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
 * `wanted` is the newest requested configuration, `previous` the applied one before it.
 * `failed` keeps `wanted`, so that support can replay the operation.
 */
export type Deployment =
  | Readonly<{ status: 'none' }>
  | (Readonly<{ status: 'deploying' | 'deployed' | 'failed' | 'undeploying' | 'removed' }> & Known);
