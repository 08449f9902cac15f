import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type Environment, environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { gatewayPlan } from '../core/gateway-plan.ts';
import { idSchema } from '../core/id.ts';
import { roleSchema } from '../core/role.ts';
import { deploymentConfig } from '../deployment/deployment.ts';
import type { TwoPeople } from './too-close.ts';

/** Days for which a request for a second person's approval waits. */
const approvalDays = 7;

/** Days for which erasing somebody waits: the month in which the law wants an answer. */
const erasureDays = 30;

/** The id of the event that it takes back, if it takes back one. */
const undoing = { undoes: z.optional(z.uuid()) };

/**
 * What is done once a second person has approved it.
 *
 * - `deployment`: a deployment as `config` says. `basis`: the operation of the form that it changes; null: it is new. `operationId`: of
 *   the operation that begins with the approval. `follows`: whose place it takes.
 * - `rule`: the changes of an environment no longer need two people.
 * - `replay`: operations are carried out again. `replay`: how often each was before. `hash`: of the difference that its dry run found;
 *   empty where only the worker can compare.
 * - `people-rule`: one person alone erases people and gives the portal administrator's role again.
 * - `administrator`: a person gets the portal administrator's role. `from` and `to` are all their roles. `enables`: they have the role, and
 *   their disabled account is enabled. `revision`: of the person, as both have seen them.
 * - `erasure`: what the log says about a deleted person becomes unreadable. `registrationId`: it is the person of a denied request.
 */
const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('deployment'),
    deploymentId: idSchema,
    apiId: idSchema,
    operationId: z.uuid(),
    basis: z.nullable(z.uuid()),
    config: deploymentConfig,
    follows: z.optional(idSchema),
    /** The failed operation that it asks for anew. */
    answers: z.optional(z.uuid()),
    ...undoing,
  }),
  z.object({ kind: z.literal('rule'), environment: environmentSchema, ...undoing }),
  z.object({
    kind: z.literal('replay'),
    environment: environmentSchema,
    reason: z.string(),
    operations: z.array(z.object({ operationId: z.uuid(), replay: z.int(), hash: z.string() })).check(z.minLength(1)),
  }),
  z.object({ kind: z.literal('people-rule'), ...undoing }),
  z.object({
    kind: z.literal('administrator'),
    userId: idSchema,
    revision: z.int(),
    from: z.array(roleSchema),
    to: z.array(roleSchema),
    enables: z.boolean(),
    ...undoing,
  }),
  z.object({
    kind: z.literal('erasure'),
    userId: idSchema,
    revision: z.int(),
    registrationId: z.optional(idSchema),
  }),
]);
export type ApprovedChange = z.output<typeof change>;

/** The kinds that the last release does not know. */
const newKinds: readonly ApprovedChange['kind'][] = ['people-rule', 'administrator', 'erasure'];

/** Returns how many days a request for a change waits. */
export const daysOf = ({ kind }: ApprovedChange): number => (kind === 'erasure' ? erasureDays : approvalDays);

/** Returns the environment of a change. Null: it is about people. */
export const environmentOf = (one: ApprovedChange): Environment | null => {
  if (one.kind === 'deployment') return one.config.environment;
  return 'environment' in one ? one.environment : null;
};

/** Returns the person whom a change is about. Undefined: it is about nobody. */
export const personOfChange = (one: ApprovedChange): number | undefined =>
  one.kind === 'administrator' || one.kind === 'erasure' ? one.userId : undefined;

/** Identifies a person as they are, where a change is about one: both see them like this. */
export const hashOfRevision = (revision: number): string => `revision-${revision}`;

/**
 * Why an approval lapsed: nobody decided in time; the form was changed; the gateway has changed; whoever asked, or approved, may not do
 * it any more; the API or the gateway is gone; the rules refuse it now; the operations have ended, or were replayed; the person was changed.
 */
export const lapses = [
  'expired',
  'form-changed',
  'gateway-changed',
  'requester-may-not',
  'approver-may-not',
  'gone',
  'refused',
  'operations-moved',
  'person-changed',
] as const;
export type Lapse = (typeof lapses)[number];

const subject = { approvalId: idSchema };

export const approvalEvents = {
  /**
   * Somebody asks for a change that needs a second person. `plan` is what both see; `hash` identifies the whole difference at the gateway,
   * also what the plan only counts. It is empty where nothing changes at a gateway.
   */
  ApprovalRequested: event(
    z.object({
      ...subject,
      requestedBy: idSchema,
      expiresAt: z.iso.datetime(),
      hash: z.string(),
      plan: gatewayPlan,
      change,
    }),
    { version: 2, writtenAs: (data) => (newKinds.includes((data.change as ApprovedChange).kind) ? 2 : 1) },
  ),
  ApprovalGiven: event(z.object({ ...subject, approvedBy: idSchema, hash: z.string(), note: z.string() })),
  ApprovalDenied: event(z.object({ ...subject, deniedBy: idSchema, note: z.string() })),
  ApprovalWithdrawn: event(z.object(subject)),
  /** It was not carried out, and never will be. */
  ApprovalLapsed: event(z.object({ ...subject, lapse: z.enum(lapses) }), {
    version: 2,
    writtenAs: ({ lapse }) => (lapse === 'person-changed' ? 2 : 1),
  }),
  /** The change was requested, as the command of whoever asked for it. */
  ApprovalCarriedOut: event(z.object(subject)),
};

export type ApprovalEvent = EventsOf<typeof approvalEvents>;
type DataOf<Type extends ApprovalEvent['type']> = Extract<ApprovalEvent, { type: Type }>['data'];

export type ApprovalCommand =
  | Command<'RequestApproval', DataOf<'ApprovalRequested'>>
  | Command<'GiveApproval', Omit<DataOf<'ApprovalGiven'>, 'approvalId'> & TwoPeople>
  | Command<'DenyApproval', Omit<DataOf<'ApprovalDenied'>, 'approvalId'>>
  | Command<'WithdrawApproval', { userId: number }>
  | Command<'LapseApproval', { lapse: Lapse }>
  | Command<'CarryOutApproval', Record<never, never>>;

/** Where a request stands. `approved`: it is about to be carried out. */
export const approvalStates = ['waiting', 'approved', 'carried-out', 'denied', 'withdrawn', 'lapsed'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export type Approval =
  | Readonly<{ status: 'none' }>
  | (Readonly<{ status: ApprovalState; approvedBy: number | null }> & DataOf<'ApprovalRequested'>);
