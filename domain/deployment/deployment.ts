import * as z from 'zod/mini';
import { type ApprovalOfChange, approvalOfChange } from '../core/approval-of-change.ts';
import type { Command } from '../core/decider.ts';
import { environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { cors } from './cors.ts';
import { lockdown } from './lockdown.ts';
import type { MoveEnd } from './move.ts';
import { emptyRequestTransformer, requestTransformer } from './request-transformer.ts';
import { responseTransformer } from './response-transformer.ts';
import { authenticationSchema } from './row.ts';

/**
 * What a deployment has of somebody else's service that was put under the portal (docs/decisions/0117-take-over.md).
 *
 * @property fields   of the service beside its target, by Kong's names: times and retries.
 * @property keyNames the headers in which its callers send their keys, beside the portal's own.
 * @property routes   by Kong's names. The deployment answers where they answered, beside its own path.
 */
const former = z.object({
  serviceId: z.uuid(),
  fields: z.record(z.string(), z.unknown()),
  keyNames: z.array(z.string()),
  routes: z.array(z.object({ id: z.uuid(), fields: z.record(z.string(), z.unknown()) })),
});
export type Former = z.output<typeof former>;

/** What the gateway should do for this deployment. */
export const deploymentConfig = z.object({
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
  /**
   * The Redis in which calls are counted, for all nodes of the gateway together. Each node counts for itself where it is null, or
   * absent because it was requested before this could be chosen. The name is that of the time of the request, for the history.
   */
  redis: z.optional(z.nullable(z.object({ resourceId: idSchema, name: z.string() }))),
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
  /** Of a service that was put under the portal. It stays as it is with every change. */
  former: z.optional(former),
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
    z.object({
      ...subject,
      apiId: idSchema,
      from: z.nullable(deploymentConfig),
      to: deploymentConfig,
      /** The deployment at another gateway whose place this one takes. Only in the first request. */
      follows: z.optional(idSchema),
      approval: z.optional(approvalOfChange),
    }),
    {
      version: 3,
      // The last release knows version 2, and would make the deployment without what it has of a former service.
      writtenAs: ({ to }) => ((to as DeploymentConfig).former ? 3 : 2),
      upcast: ({ from, to, ...data }, version) =>
        version === 1 ? { ...data, from: withPlugins(from), to: withPlugins(to) } : { ...data, from, to },
    },
  ),
  DeploymentApplied: event(z.object(subject)),
  /** Final: the gateway has what it had before the request, or nothing. */
  DeploymentFailed: event(z.object(subject)),
  UndeploymentRequested: event(z.object({ ...subject, apiId: idSchema })),
  DeploymentRemoved: event(z.object(subject)),
  /**
   * When a deployment that moves ends by itself, as long as `followerId` takes its place. Without an end a person ends it.
   */
  MoveEndPlanned: event(
    z.object({
      deploymentId: idSchema,
      apiId: idSchema,
      followerId: idSchema,
      endsOn: z.optional(z.iso.date()),
      quietDays: z.optional(z.int().check(z.positive())),
    }),
  ),
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
        /** The deployment whose place a new one takes. */
        follows?: number | undefined;
        /** Set when a second person has approved it. `basis`: the operation of the form that was approved to be changed. */
        approved?: Readonly<{ approval: ApprovalOfChange; basis: string | null }>;
      }
    >
  | Command<'ConfirmDeployment' | 'FailDeployment' | 'ConfirmRemoval', { operationId: string }>
  | Command<'RequestUndeployment', { operationId: string }>
  /** @property seen the plan that the form was opened with. */
  | Command<'PlanMoveEnd', { followerId: number; end: MoveEnd; seen: MoveEnd | null }>;

type Known = Readonly<{
  deploymentId: number;
  apiId: number;
  operationId: string;
  wanted: DeploymentConfig;
  previous: DeploymentConfig | null;
  follows?: number | undefined;
  approval?: ApprovalOfChange | undefined;
  moveEnd?: Readonly<{ followerId: number } & MoveEnd>;
}>;

/**
 * `wanted` is the newest requested configuration, `previous` the applied one before it. `follows` is the deployment that it was made
 * from, to take its place (docs/decisions/0123-moving-a-deployment.md).
 * `failed` keeps `wanted`, so that support can replay the operation.
 */
export type Deployment =
  | Readonly<{ status: 'none' }>
  | (Readonly<{ status: 'deploying' | 'deployed' | 'failed' | 'undeploying' | 'removed' }> & Known);
