import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { gatewayPlan } from '../core/gateway-plan.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';
import { operationKinds } from '../operation-kinds/operation-kinds.ts';
import { failureClasses } from './failure-classes.ts';

export const operationStates = [
  'requested',
  'started',
  'waiting',
  'completed',
  'superseded',
  'failed',
  'cancelling',
  'cancelled',
] as const;
export type OperationState = (typeof operationStates)[number];

/** Returns whether the operation has ended. Only support can start it again, by a replay. */
export const isFinal = (state: OperationState): boolean =>
  state === 'completed' || state === 'superseded' || state === 'failed' || state === 'cancelled';

export const problem = z.object({
  code: z.string(),
  field: z.optional(z.string()),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

const operationStep = z.object({
  at: z.string(),
  attempt: z.int(),
  step: z.string(),
  target: z.string(),
  result: z.string(),
});
export type OperationStep = z.output<typeof operationStep>;

/** `GET /api/operations/{id}`. */
export const operationRow = z.object({
  id: z.string(),
  kind: z.enum(operationKinds),
  state: z.enum(operationStates),
  /** Null for operations without an API, such as those on an organization. The name is then empty. */
  apiId: z.nullable(idSchema),
  apiName: z.string(),
  /** Null for operations without a deployment, such as code generation. */
  deploymentId: z.nullable(idSchema),
  consumerId: z.nullable(idSchema),
  /** A label for people: `payments-dev`, `client/axios`. */
  subject: z.string(),
  environment: z.nullable(environmentSchema),
  /** 0 when the portal itself requested it. */
  organizationId: z.int().check(z.nonnegative()),
  requestedBy: z.object({ id: z.int(), name: z.string() }),
  requestedAt: z.string(),
  updatedAt: z.string(),
  attempt: z.int(),
  steps: z.array(operationStep),
  /** Changes on the gateway. Null in lists, until a worker has planned, and for users who may not open the deployment. */
  plan: z.nullable(gatewayPlan),
  /** Why the operation waits or has failed. */
  problems: z.array(problem),
  /** Says whether the operation goes on by itself. Null without a problem. */
  failureClass: z.nullable(z.enum(failureClasses)),
  nextAttemptAt: z.nullable(z.string()),
  /** The gateway that does not respond, and since when. The name is null for users who may not know it. */
  waitsFor: z.nullable(z.object({ gateway: z.nullable(z.string()), since: z.string() })),
  /** An operation without end that takes too long: what was removed may still work, or a protection is still missing. */
  overdue: z.boolean(),
  /** `answer`: to change its form and send it again. The last release does not answer it. */
  may: z.object({
    replay: z.boolean(),
    cancel: z._default(z.boolean(), false),
    answer: z._default(z.boolean(), false),
  }),
  /** Whether its form can be sent again, by whoever may. The last release does not answer it, nor what follows. */
  answerable: z._default(z.boolean(), false),
  /** The failed operation that it asks for anew in another form, and the newest that asks for this one. */
  answers: z._default(z.nullable(z.string()), null),
  answeredBy: z._default(z.nullable(z.string()), null),
  /** Why it can't be cancelled, for those who may cancel others. Null: it can. The last release does not answer it. */
  notCancellable: z._default(z.nullable(problem), null),
  /** Who has it on the desk. Null: nobody, or the reader may not know. The last release does not answer it. */
  holder: z._default(z.nullable(z.object({ id: idSchema, name: z.string() })), null),
  /** Why it was cancelled, and by whom. Null: it was not. */
  cancelled: z._default(z.nullable(z.object({ by: z.string(), reason: z.string() })), null),
});
export type OperationRow = z.output<typeof operationRow>;

export const operationListQuery = z.extend(
  growingListParameters(['requestedAt', 'updatedAt', 'kind', 'state'], {
    sort: 'requestedAt',
    order: 'desc',
  }),
  {
    state: z.optional(z.enum(operationStates)),
    kind: z.optional(z.enum(operationKinds)),
    apiId: z.optional(idParameter),
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  },
);
export type OperationListQuery = z.output<typeof operationListQuery>;
export const operationPageSize = 20;

/** Unfinished removals by kind, and when the oldest was requested. */
const removalsSchema = z.object({
  counts: z.array(z.object({ kind: z.enum(operationKinds), count: z.int().check(z.positive()) })),
  since: z.string(),
  /** Older than `removalAlarm`. */
  overdue: z.boolean(),
});
export type PendingRemovals = z.output<typeof removalsSchema>;

/** `removals` counts all operations, whatever the list's filter. Null: none. */
export const operationPage = z.extend(growingPageOf('operations', operationRow), {
  removals: z.nullable(removalsSchema),
});

const reason = z.string().check(z.trim(), z.minLength(1, 'operation.reason-required'), z.maxLength(500));

export const replayBody = z.strictObject({ reason });

export const cancelBody = z.strictObject({ reason });
