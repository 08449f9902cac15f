import * as z from 'zod/mini';
import { type ApprovalOfChange, approvalOfChange } from '../core/approval-of-change.ts';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { gatewayPlan } from '../core/gateway-plan.ts';
import { failureClasses } from './failure-classes.ts';

/** Returns whether a step changed something at a resource. */
export const isChange = (result: string): boolean => result !== 'unchanged' && result !== 'verified';

/** Milliseconds after which an unfinished removal raises an alarm. */
export const removalAlarm = 5 * 60_000;

/**
 * A code with parameters, safe to show and to store. It never has text from outside, with one exception: the reason of
 * the code generator, shortened and without markup (`workers/code-generation/generator-reason.ts`).
 */
const problem = z.object({
  code: z.string(),
  field: z.optional(z.string()),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

export const operationEvents = {
  OperationStarted: event(z.object({ attempt: z.int().check(z.positive()), worker: z.string() })),
  /** What the operation will change. Recorded once, before the first step, because a later attempt sees only the rest. */
  OperationPlanned: event(z.object({ attempt: z.int().check(z.positive()), plan: gatewayPlan })),
  OperationStepApplied: event(
    z.object({
      attempt: z.int().check(z.positive()),
      step: z.string(),
      target: z.string(),
      result: z.enum(['created', 'changed', 'removed', 'unchanged', 'verified']),
    }),
  ),
  OperationDelayed: event(
    z.object({
      attempt: z.int().check(z.positive()),
      class: z.enum(failureClasses),
      problem,
      nextAttemptAt: z.optional(z.string()),
    }),
  ),
  OperationCompleted: event(z.object({ attempt: z.int().check(z.positive()) })),
  OperationSuperseded: event(z.object({ attempt: z.int().check(z.positive()) })),
  OperationFailed: event(
    z.object({
      attempt: z.int().check(z.positive()),
      class: z.enum(failureClasses),
      problems: z.array(problem).check(z.minLength(1)),
    }),
  ),
  /** Somebody gave it up. No attempt begins any more, and a worker tells its noun. */
  OperationCancelRequested: event(z.object({ reason: z.string(), replay: z.int().check(z.nonnegative()) })),
  /** Its noun knows. */
  OperationCancelled: event(z.object({})),
  /** `approval`: of the second person, where the environment needs two. `hash`: of the difference that this operation may make. */
  OperationReplayRequested: event(
    z.object({ replay: z.int().check(z.positive()), reason: z.string(), approval: z.optional(approvalOfChange) }),
  ),
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
  /** The kind of operation says whether it is never given up, may be cancelled, and takes back what was done when it fails. */
  | Command<'CancelOperation', { reason: string; lasting: boolean; cancellable: boolean; takesBack: boolean }>
  | Command<'EndCancelledOperation', object>
  /** @property approved by a second person. `replay`: how often it was replayed when they saw it. */
  | Command<'ReplayOperation', { reason: string; approved?: Readonly<{ approval: ApprovalOfChange; replay: number }> }>;

/** A stream without events is `requested` too: the request is in the noun's stream. */
export type Operation = Readonly<{
  status: 'requested' | 'running' | 'waiting' | 'completed' | 'superseded' | 'failed' | 'cancelling' | 'cancelled';
  attempt: number;
  replay: number;
  /** Whether the plan is recorded. A replay records a new one. */
  planned: boolean;
  /** How many changes its steps made at the resource, and how many of them since a failure that may have taken them back. */
  changes: Readonly<{ all: number; sinceFailure: number }>;
}>;
