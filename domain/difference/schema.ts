import * as z from 'zod/mini';
import { decidedMany } from '../core/decided-many.ts';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost, requiredText } from '../core/required-text.ts';
import { objectKinds } from '../gateway-object/kind.ts';
import { answers, fieldDifference, forms } from './difference.ts';
import { kafkaNouns } from './kafka-subject.ts';

/** A deployment's number and the id of an object, `12-0b1c2d3e-...`, or what stands at a Kafka: `event-topic-7-settings`. */
export const differenceId = z
  .string()
  .check(atMost(160), z.regex(/^(?:(?:event-topic|event-subscription|resource)-)?\d{1,10}-/));

/** Rows on a page. */
export const differencePageSize = 20;

/**
 * `open`: it waits for an answer. `answering`: an operation carries the answer out. `ignored`: until it changes again. `answered`: the
 * object is as it was applied again, or what was applied follows it.
 */
const differenceStates = ['open', 'answering', 'ignored', 'answered'] as const;
export type DifferenceState = (typeof differenceStates)[number];

/** Who ended it how. `put-back`: the portal, at once. `gone`: somebody else put the object as it was. */
const differenceAnswers = [...answers, 'put-back', 'gone'] as const;
export type DifferenceAnswer = (typeof differenceAnswers)[number];

/** What a difference is about. A resource is a Kafka as a whole. */
const differenceNouns = ['deployment', ...kafkaNouns] as const;
export type DifferenceNoun = (typeof differenceNouns)[number];

/** What people choose among; `waiting` is what is open or being answered, and `all` filters nothing. */
export const stateFilters = ['waiting', 'ignored', 'answered', 'all'] as const;

/** `GET /api/kong/drift`. @property resourceId of one gateway or Kafka. @property deploymentId, topicId of one thing only. */
export const differenceQuery = z.extend(
  listParameters(['object', 'subject', 'organization', 'resource', 'form', 'foundAt'], {
    sort: 'foundAt',
    order: 'desc',
  }),
  {
    search: z._default(z.string().check(atMost(200)), ''),
    resourceId: z.optional(idParameter),
    organizationId: z.optional(idParameter),
    deploymentId: z.optional(idParameter),
    topicId: z.optional(idParameter),
    form: z.optional(z.enum(forms)),
    state: z._default(z.enum(stateFilters), 'waiting'),
  },
);
export type DifferenceQuery = z.output<typeof differenceQuery>;

const named = z.object({ id: idSchema, name: z.string() });

/**
 * A difference in the list.
 *
 * @property subject  what it is about, with its name: an API, a topic, a subscription; of a Kafka as a whole ''.
 * @property resource the gateway or the Kafka.
 * @property organization whose the subject is. Null: nobody's.
 * @property kind     null where somebody has claimed the object: then nobody knows which it is.
 * @property objectId as the gateway has it.
 * @property path     of the deployment: `/payments-dev`; of other subjects ''.
 * @property intactAt, writtenAt between them, or at the second one, somebody changed it. Null: not known.
 */
const differenceRow = z.object({
  id: z.string(),
  subject: z.object({ noun: z.enum(differenceNouns), id: idSchema, name: z.string() }),
  path: z.string(),
  env: z.nullable(environmentSchema),
  api: z.nullable(named),
  organization: z.nullable(named),
  resource: named,
  objectId: z.string(),
  kind: z.nullable(z.enum(objectKinds)),
  label: z.string(),
  name: z.string(),
  form: z.enum(forms),
  state: z.enum(differenceStates),
  isProtection: z.boolean(),
  fields: z.array(fieldDifference),
  intactAt: z.nullable(z.string()),
  writtenAt: z.nullable(z.string()),
  foundAt: z.string(),
  answer: z.nullable(z.enum(differenceAnswers)),
  reason: z.string(),
  answeredBy: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  operationId: z.nullable(z.string()),
});
export type DifferenceRow = z.output<typeof differenceRow>;

/** @property asOf when the gateways and Kafkas were last compared: the oldest of them; null: one was never yet. */
export const differencePage = z.extend(pageOf('data', differenceRow), { asOf: z.nullable(z.string()) });

/**
 * @property seen          tells this difference. An answer to another one is refused.
 * @property isAdoptable   the form can say it.
 * @property isReappliable it can be brought back.
 * @property followsAt     the gateway of the deployment that this one follows, and whose form it has. Null: it follows none.
 * @property isReadOnly    its gateway takes no changes, because it has no database.
 * @property removal       of somebody else's object: what is known of it before it is removed, from the gateway's copy. `tags`: its tags, by which other
 *   tools may look after it. `below`: what the gateway removes with it, the first of `total`; `mark` tells all of it, and goes with the answer.
 *   `otherTools`: the tags by which another tool looks after the object or something below, so that it can't be removed here.
 */
export const differenceDetails = z.extend(differenceRow, {
  seen: z.string(),
  isAdoptable: z.boolean(),
  isReappliable: z.boolean(),
  followsAt: z._default(z.nullable(z.string()), null),
  isReadOnly: z._default(z.boolean(), false),
  removal: z._default(
    z.nullable(
      z.object({
        tags: z.array(z.string()),
        otherTools: z.array(z.string()),
        below: z.array(z.object({ kind: z.enum(objectKinds), name: z.string() })),
        total: z._default(z.int(), 0),
        mark: z._default(z.string(), ''),
      }),
    ),
    null,
  ),
});
export type DifferenceDetails = z.output<typeof differenceDetails>;

/**
 * `POST /api/kong/drift/{id}/answer`.
 *
 * @property seen  as the details told.
 * @property below the `mark` of what is removed with somebody else's object. Absent: it is not compared.
 */
export const answerForm = z.object({
  answer: z.enum(answers),
  reason: requiredText(500, 'difference.reason-required'),
  seen: z.string().check(atMost(40)),
  below: z.optional(z.string().check(atMost(40))),
});
export type AnswerForm = z.output<typeof answerForm>;

/** The most differences that are answered at once: as many as the inbox lets somebody select. */
const answeredAtOnce = 200;

/**
 * `POST /api/kong/drift/answers`: many differences with one reason. What is there is adopted one by one, because each changes another
 * form; and so is what nobody applied removed, because other things may go with it.
 */
export const answersForm = z.object({
  answer: z.enum(['reapply', 'ignore']),
  reason: requiredText(500, 'difference.reason-required'),
  differences: z
    .array(z.object({ id: differenceId, seen: z.string().check(atMost(40)) }))
    .check(z.minLength(1), z.maxLength(answeredAtOnce)),
});

export const differencesAnswered = decidedMany;
