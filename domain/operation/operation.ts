import * as z from 'zod';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { gatewayPlan } from './gateway-plan.ts';

/**
 * The operation protocol: the life of a command whose effect is outside Portico. It begins with
 * the noun's `...Requested` event, which carries the operation's id; everything after that is on
 * the stream `operation-<id>`.
 */
export const operationKinds = [
  'deploy',
  'undeploy',
  'add-consumer',
  'update-consumer',
  'rotate-credentials',
  'end-credentials',
  'remove-consumer',
  'generate-code',
  'delete-api',
  'reconcile',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/**
 * What takes something away. Somebody was told that it is gone, so it is never given up, whatever the gateway answers, and
 * goes before everything else that waits for the same gateway.
 */
export const removalKinds = [
  'undeploy',
  'end-credentials',
  'remove-consumer',
  'delete-api',
  'reconcile',
] as const satisfies readonly OperationKind[];
export const isRemoval = (kind: OperationKind): boolean => removalKinds.some((removal) => removal === kind);

/**
 * How urgent an operation is beside others about the same deployment. What ends a key is done in a moment and comes first;
 * then other removals, which wait for the gateway themselves.
 */
export const rankOf = (kind: OperationKind): number => {
  if (kind === 'remove-consumer' || kind === 'end-credentials') return 2;
  return isRemoval(kind) ? 1 : 0;
};

/** Milliseconds after which a removal that is not done is an alarm. */
export const removalAlarm = 5 * 60_000;

/**
 * How an answer from outside is sorted (requirement J3). `permanent` ends the operation, `retry`
 * waits and tries again, `paused` waits for a person (the gateway refuses Portico itself), `waiting` for something
 * else of Portico's, which comes to its own end, `away` for a gateway that does not answer: as long as it does not.
 */
export const failureClasses = ['permanent', 'retry', 'paused', 'exhausted', 'waiting', 'away'] as const;
export type FailureClass = (typeof failureClasses)[number];

/**
 * Safe to show and to store: a code with parameters, never text from outside but why the generator gave up, made plain and
 * short (`workers/code-generation/generator-reason.ts`).
 */
const problem = z.object({
  code: z.string(),
  field: z.string().optional(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const operationEvents = {
  OperationStarted: event(z.object({ attempt: z.int().positive(), worker: z.string() })),
  /** What it is going to change, seen once, before the first step: what a later attempt finds is only the rest. */
  OperationPlanned: event(z.object({ attempt: z.int().positive(), plan: gatewayPlan })),
  OperationStepApplied: event(
    z.object({
      attempt: z.int().positive(),
      step: z.string(),
      target: z.string(),
      result: z.enum(['created', 'changed', 'removed', 'unchanged', 'verified']),
    }),
  ),
  OperationDelayed: event(
    z.object({
      attempt: z.int().positive(),
      class: z.enum(failureClasses),
      problem,
      nextAttemptAt: z.string().optional(),
    }),
  ),
  OperationCompleted: event(z.object({ attempt: z.int().positive() })),
  OperationSuperseded: event(z.object({ attempt: z.int().positive() })),
  OperationFailed: event(
    z.object({ attempt: z.int().positive(), class: z.enum(failureClasses), problems: z.array(problem).min(1) }),
  ),
  OperationReplayRequested: event(z.object({ replay: z.int().positive(), reason: z.string() })),
};

export type OperationEvent = EventsOf<typeof operationEvents>;

type DataOf<Type extends OperationEvent['type']> = Extract<OperationEvent, { type: Type }>['data'];

export type OperationCommand =
  | Command<'StartOperation', { worker: string }>
  | Command<'PlanOperation', DataOf<'OperationPlanned'>>
  | Command<'RecordStep', Omit<DataOf<'OperationStepApplied'>, 'attempt'> & { attempt: number }>
  | Command<'DelayOperation', DataOf<'OperationDelayed'>>
  | Command<'CompleteOperation', { attempt: number }>
  | Command<'SupersedeOperation', { attempt: number }>
  | Command<'FailOperation', DataOf<'OperationFailed'>>
  | Command<'ReplayOperation', { reason: string }>;

/** `requested` is also what a stream without events is: the request stands in the noun's stream. */
export type Operation = Readonly<{
  status: 'requested' | 'running' | 'waiting' | 'completed' | 'superseded' | 'failed';
  attempt: number;
  replay: number;
  /** Whether its plan is known; a replay makes another one. */
  planned: boolean;
}>;
