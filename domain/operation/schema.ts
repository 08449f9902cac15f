import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { gatewayPlan } from './gateway-plan.ts';
import { failureClasses, operationKinds } from './operation.ts';

export const operationStates = ['requested', 'started', 'waiting', 'completed', 'superseded', 'failed'] as const;
export type OperationState = (typeof operationStates)[number];

/** Nothing more happens to it unless support replays it. */
export const isFinal = (state: OperationState): boolean =>
  state === 'completed' || state === 'superseded' || state === 'failed';

const problem = z.object({
  code: z.string(),
  field: z.string().optional(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
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
  apiId: idSchema,
  apiName: z.string(),
  /** Null of what is about no deployment, as generated code. */
  deploymentId: idSchema.nullable(),
  consumerId: idSchema.nullable(),
  /** What it is about, for people: `payments-dev`, `client/axios`. */
  subject: z.string(),
  environment: environmentSchema.nullable(),
  /** 0 when the portal itself asked for it. */
  organizationId: z.int().nonnegative(),
  requestedBy: z.object({ id: z.int(), name: z.string() }),
  requestedAt: z.string(),
  updatedAt: z.string(),
  attempt: z.int(),
  steps: z.array(operationStep),
  /** What it changes on the gateway, for those who may open the deployment; null until a worker has looked, and in lists. */
  plan: gatewayPlan.nullable(),
  /** Why it waits or failed. */
  problems: z.array(problem),
  /** How that is sorted: whether it goes on by itself. Null when nothing is wrong. */
  failureClass: z.enum(failureClasses).nullable(),
  nextAttemptAt: z.string().nullable(),
  /** The gateway that it waits for because it does not answer, for those who may know its name, and since when. */
  waitsFor: z.object({ gateway: z.string().nullable(), since: z.string() }).nullable(),
  /** A removal that should be done by now: what was taken away may still work. */
  overdue: z.boolean(),
  may: z.object({ replay: z.boolean() }),
});
export type OperationRow = z.output<typeof operationRow>;

export const operationListQuery = listParameters(['requestedAt', 'updatedAt', 'kind', 'state'], {
  sort: 'requestedAt',
  order: 'desc',
}).extend({
  state: z.enum(operationStates).optional(),
  kind: z.enum(operationKinds).optional(),
  apiId: idParameter.optional(),
  name: z.string().trim().max(200).default(''),
});
export type OperationListQuery = z.output<typeof operationListQuery>;
export const operationPageSize = 20;

/** What was taken away and is not off its gateway yet, since the first was asked for. */
const removalsSchema = z.object({
  keys: z.int().nonnegative(),
  deployments: z.int().nonnegative(),
  since: z.string(),
  /** For so long that it is an alarm (`removalAlarm`). */
  overdue: z.boolean(),
});
export type PendingRemovals = z.output<typeof removalsSchema>;

/** Null: none. Those of all operations, whatever the list is filtered by. */
export const operationPage = pageOf('operations', operationRow).extend({ removals: removalsSchema.nullable() });

export const replayBody = z.strictObject({ reason: z.string().trim().min(1, 'operation.reason-required').max(500) });
