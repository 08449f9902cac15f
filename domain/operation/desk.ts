import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { gatewayPlan } from '../core/gateway-plan.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';
import { operationKinds } from '../operation-kinds/operation-kinds.ts';
import { failureClasses } from './failure-classes.ts';
import { operationRow, operationStates, problem, replayBody } from './schema.ts';

/** Minutes after which an operation that is under way counts as slow. Most take a second. */
export const slowMinutes = 5;
/** Days that a failure stays on the desk. Older ones are in the list of operations. */
export const deskDays = 90;
/** The most operations of one cause that are shown, and replayed, at once. */
export const mostAtOnce = 100;

/**
 * Why operations failed, wait or are slow: state, class, code of the problem and resource, such as
 * `failed~permanent~gateway.refused~gateway-1`. What differs from one operation to the next, such as a name, is no part of it.
 */
export const causeSchema = z
  .string()
  .check(atMost(200), z.regex(/^[a-z]{1,20}~[a-z]{0,20}~[a-z0-9.-]{0,100}~(?:[a-z]{1,20}-\d{1,10})?$/));

/** What is to be done: replay it, wait, or see why it takes so long. */
export const deskFilters = ['failed', 'waiting', 'slow'] as const;

/** Whose it is: the caller's, or nobody's. */
export const deskHolders = ['mine', 'nobody'] as const;
/** What is shown besides what asks for attention. */
const deskShows = ['muted'] as const;

/** @property count operations. @property apis how many APIs they are about. @property organizations whose they are. */
const causeRow = z.object({
  id: z.string(),
  state: z.enum(operationStates),
  failureClass: z.nullable(z.enum(failureClasses)),
  /** Of the newest one. Null: it is slow, and nothing has failed. */
  problem: z.nullable(problem),
  /** The name of the gateway or Kafka. Null: none, or it is not known. */
  resource: z.nullable(z.string()),
  kinds: z.array(z.enum(operationKinds)),
  count: z.int().check(z.positive()),
  inProd: z.int().check(z.nonnegative()),
  apis: z.int().check(z.nonnegative()),
  organizations: z.int().check(z.nonnegative()),
  /** When the first and the newest of them changed. */
  since: z.string(),
  newestAt: z.string(),
  /** The next try of any of them. Null: none is planned. */
  nextAttemptAt: z.nullable(z.string()),
  /** Who has it, with the note. Null: nobody. The last release does not answer it, nor what follows. */
  holder: z._default(z.nullable(z.object({ id: idSchema, name: z.string(), note: z.string() })), null),
  /** How many of its operations somebody has by themselves, and how many of them the caller. */
  held: z._default(z.int().check(z.nonnegative()), 0),
  mine: z._default(z.int().check(z.nonnegative()), 0),
  /** How many of them take something away, or put a protection back: a muted cause is shown as long as one is open. */
  removals: z._default(z.int().check(z.nonnegative()), 0),
  /** Until when it is muted, by whom and why. Null: it is not. */
  muted: z._default(z.nullable(z.object({ until: z.string(), by: z.string(), reason: z.string() })), null),
});
export type CauseRow = z.output<typeof causeRow>;

export const deskQuery = z.extend(listParameters(['newestAt', 'count', 'state'], { sort: 'newestAt', order: 'desc' }), {
  state: z.optional(z.enum(deskFilters)),
  holder: z.optional(z.enum(deskHolders)),
  show: z.optional(z.enum(deskShows)),
});
export type DeskQuery = z.output<typeof deskQuery>;
export const deskPageSize = 20;
/** @property muted what is not shown because it is muted. @property answered failed operations of which a new form is under way. */
export const deskPage = z.extend(pageOf('causes', causeRow), {
  muted: z._default(z.object({ causes: z.int(), operations: z.int() }), { causes: 0, operations: 0 }),
  answered: z._default(z.int(), 0),
});

/** One cause with its newest operations. `cause` is null when none has it any more. */
export const causeDetails = z.object({ cause: z.nullable(causeRow), operations: z.array(operationRow) });

/** What a line of a timeline says. */
const momentTypes = [
  'requested',
  'started',
  'planned',
  'step',
  'delayed',
  'replayed',
  'completed',
  'superseded',
  'failed',
  'cancelling',
  'cancelled',
] as const;

const moment = z.object({
  at: z.string(),
  type: z.enum(momentTypes),
  /** 0 before the first attempt. */
  attempt: z.int(),
  /** Of a step: what was asked of the resource, of which object, and what it answered. */
  step: z.nullable(z.string()),
  target: z.nullable(z.string()),
  result: z.nullable(z.string()),
  /** Why it waits or failed. */
  problems: z.array(problem),
  failureClass: z.nullable(z.enum(failureClasses)),
  nextAttemptAt: z.nullable(z.string()),
  /** How many objects the plan changes. */
  changes: z.nullable(z.int()),
  /** Who asked for it. Null: the portal itself. */
  by: z.nullable(z.string()),
  /** Why it was replayed or cancelled. */
  reason: z.nullable(z.string()),
});
export type Moment = z.output<typeof moment>;

/** What support arranged about an operation: who has it, and whether its cause is muted. */
const arrangedTypes = ['handed-over', 'given-back', 'right-lost', 'muted', 'unmuted'] as const;

/** A line of a timeline beside what became of the operation. */
const arranged = z.object({
  at: z.string(),
  type: z.enum(arrangedTypes),
  /** Whether it is about all that have the same cause. */
  ofCause: z.boolean(),
  /** Who did it. Null: the portal itself, or nobody knows any more. */
  by: z.nullable(z.string()),
  /** Who got it, or has it no more. Null: it is muted or shown again, or nobody knows any more. */
  person: z.nullable(z.string()),
  /** The note, or the reason. */
  note: z.nullable(z.string()),
  /** Until when it is muted. */
  until: z.nullable(z.string()),
});
export type Arranged = z.output<typeof arranged>;

/**
 * A call of an attempt to a gateway or a Kafka.
 *
 * @property call   what was asked: `PUT /plugins/<id>`, `createTopic`.
 * @property times  how often in a row. @property took milliseconds, of all of them.
 * @property status of HTTP. Null: there is none. @property failed why nothing was answered. @property said what was answered to a refused one.
 */
const attemptCall = z.object({
  call: z.string(),
  at: z.string(),
  took: z.int(),
  times: z.int(),
  status: z.nullable(z.int()),
  failed: z.nullable(z.string()),
  said: z.nullable(z.string()),
});
export type AttemptCall = z.output<typeof attemptCall>;

/** The calls of one attempt. @property leftOut how many between the first and the newest ones are not in it. */
const attemptCalls = z.object({ attempt: z.int(), calls: z.array(attemptCall), leftOut: z.int() });
export type AttemptCalls = z.output<typeof attemptCalls>;

/** The newest lines that a timeline shows. An operation that waits for weeks has thousands. */
export const mostMoments = 400;

/** From the request to the end. @property leftOut how many lines between the request and the first shown one are left out. */
export const operationTimeline = z.object({
  moments: z.array(moment),
  leftOut: z.int().check(z.nonnegative()),
  /** The oldest first. The last release does not answer it. */
  arranged: z._default(z.array(arranged), []),
  /** The trace in which it was asked for, or last replayed. Null: before there were traces. The last release does not answer it. */
  traceId: z._default(z.nullable(z.string()), null),
  /** Of the attempts that are shown and whose calls are still kept. The last release does not answer it. */
  calls: z._default(z.array(attemptCalls), []),
  /** Its cause, if it stands on the desk, and how many others have the same. */
  cause: z.nullable(z.object({ id: z.string(), others: z.int().check(z.nonnegative()) })),
});

/**
 * What a replay would do now. `changes`: it changes the gateway or Kafka. `nothing`: all is as wanted. `fails`: it would be refused again.
 * `away`: it would wait for the gateway. `replaced`: a newer request took its place. `unknown`: the portal can't tell beforehand.
 */
export const replayOutcomes = ['changes', 'nothing', 'fails', 'away', 'replaced', 'unknown'] as const;

export const replayPreview = z.object({
  outcome: z.enum(replayOutcomes),
  /** Where it would change something. The last release does not answer it. */
  at: z._default(z.enum(['gateway', 'kafka']), 'gateway'),
  /** What it would change, for those who may read what it is about. Null: nothing, or it is not known. */
  plan: z.nullable(gatewayPlan),
  /** Why it would fail or wait. */
  problem: z.nullable(problem),
});
export type ReplayPreview = z.output<typeof replayPreview>;

/** Many operations with one reason. */
export const replaysBody = z.extend(replayBody, {
  operationIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(mostAtOnce)),
});

/**
 * @property refused the operations that stay as they are, and why.
 * @property asked   the requests that wait for a second person, one for each environment that two people change.
 */
export const operationsReplayed = z.object({
  asked: z._default(
    z.array(z.object({ approvalId: idSchema, environment: environmentSchema, operationIds: z.array(z.string()) })),
    [],
  ),
  decided: z.array(z.string()),
  refused: z.array(z.extend(problem, { id: z.string() })),
  position: z.string(),
});
export type OperationsReplayed = z.output<typeof operationsReplayed>;

/** @property refused those that stay as they are, and why. */
export const operationsCancelled = z.object({
  decided: z.array(z.string()),
  refused: z.array(z.extend(problem, { id: z.string() })),
  position: z.string(),
});
