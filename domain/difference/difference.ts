import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { objectKinds } from '../gateway-object/kind.ts';

/** The most fields that an event names, and the most characters of a value in it. */
export const mostFields = 100;
export const longestValue = 2_000;

/**
 * What an object of a gateway is to a deployment. `changed`: it has other values than those that were applied. `missing`: it is not
 * there. `added`: it has the deployment's tags, and nobody applied it. `foreign`: somebody else's, it takes or changes its calls.
 */
export const forms = ['changed', 'missing', 'added', 'foreign'] as const;
export type DifferenceForm = (typeof forms)[number];

/** What a person may answer. */
export const answers = ['reapply', 'adopt', 'ignore'] as const;
export type Answer = (typeof answers)[number];

const value = z.nullable(z.string().check(z.maxLength(longestValue)));

/**
 * A field by its path, `config.minute`, with what was applied and what the gateway has. Null: no value.
 *
 * @property isSecret both are fingerprints.
 */
export const fieldDifference = z.object({
  field: z.string().check(z.maxLength(200)),
  applied: value,
  held: value,
  isSecret: z.optional(z.boolean()),
});
export type FieldDifference = z.output<typeof fieldDifference>;

const subject = {
  deploymentId: idSchema,
  apiId: idSchema,
  gatewayId: idSchema,
  objectId: z.string().check(z.maxLength(100)),
  /** For people: `plugin cors`. */
  label: z.string().check(z.maxLength(120)),
  form: z.enum(forms),
};

const found = z.object({
  ...subject,
  kind: z.enum(objectKinds),
  /** The object's own. */
  name: z.string().check(z.maxLength(200)),
  fields: z.array(fieldDifference).check(z.maxLength(mostFields)),
  /** Tells this difference from another one of the same object. */
  digest: z.string().check(z.maxLength(40)),
  /** When the gateway was last seen as applied. Null: not known. */
  intactAt: z.nullable(z.iso.datetime()),
  /** When the gateway says that the object was written. Null: it does not say, or the object is missing. */
  writtenAt: z.nullable(z.iso.datetime()),
  /** Whether the deploy form can say what the gateway has. */
  isAdoptable: z.boolean(),
});

const request = z.object({
  ...subject,
  operationId: z.uuid(),
  digest: z.string().check(z.maxLength(40)),
  reason: z.string().check(z.maxLength(500)),
});
const outcome = z.object({ ...subject, operationId: z.uuid() });

export const differenceEvents = {
  /** A look at a gateway found it, or found it otherwise than before. */
  DifferenceFound: event(found),
  /** A look found the object as it was applied. Nobody here had answered. */
  DifferenceGone: event(z.object(subject)),
  /** Of somebody else's object: it is removed, with what the person saw `below` it (`removal.mark`). The last release knows no such answer, and leaves it to this one. */
  DifferenceReapplyRequested: event(z.extend(request, { below: z.optional(z.string().check(z.maxLength(40))) }), {
    version: 2,
    writtenAs: ({ form }) => (form === 'foreign' ? 2 : 1),
    upcast: (data) => data,
  }),
  DifferenceAdoptionRequested: event(request),
  DifferenceIgnoreRequested: event(request),
  DifferenceReapplied: event(outcome),
  /** The deployment's configuration was requested as the gateway has it. */
  DifferenceAdopted: event(outcome),
  /** Until it changes again. */
  DifferenceIgnored: event(outcome),
  /** It is open again. */
  DifferenceAnswerFailed: event(outcome),
};

export type DifferenceEvent = EventsOf<typeof differenceEvents>;
export type FoundDifference = z.output<typeof found>;

export type DifferenceCommand =
  | Command<'ReportDifference', FoundDifference>
  | Command<'WithdrawDifference', Record<never, never>>
  | Command<
      'AnswerDifference',
      Readonly<{ operationId: string; answer: Answer; digest: string; reason: string; below?: string }>
    >
  | Command<'ConfirmAnswer' | 'FailAnswer', Readonly<{ operationId: string }>>;

/** What is known of one object. @property answeredBy the operation that has brought it there. */
export type DifferenceState<F> =
  | Readonly<{ status: 'none'; answeredBy?: string }>
  | Readonly<{ status: 'open'; found: F }>
  | Readonly<{ status: 'ignored'; found: F; answeredBy: string }>
  | Readonly<{ status: 'answering'; found: F; answer: Answer; operationId: string }>;

/** Returns whether an operation has written its outcome already: a worker that died after it is followed by another one. */
export const isAnsweredBy = (state: Readonly<{ status: string; answeredBy?: string }>, operationId: string): boolean =>
  state.answeredBy === operationId;

/** What is said of one object. `F`: what a look found. */
export type RuledCommand<F> =
  | Readonly<{ type: 'ReportDifference'; data: F }>
  | Readonly<{ type: 'WithdrawDifference' }>
  | Readonly<{
      type: 'AnswerDifference';
      data: Readonly<{ operationId: string; answer: Answer; digest: string; reason: string; below?: string }>;
    }>
  | Readonly<{ type: 'ConfirmAnswer' | 'FailAnswer'; data: Readonly<{ operationId: string }> }>;

/** What is known of one object at one deployment. */
export type Difference = DifferenceState<FoundDifference>;
