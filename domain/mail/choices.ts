import * as z from 'zod/mini';
import type { MailKind } from './subject.ts';

/** When mails of a topic are sent: each at once, all together once a day, or never. */
export const mailTimes = ['at-once', 'daily', 'never'] as const;
const time = z.enum(mailTimes);
export type MailTime = z.output<typeof time>;

/**
 * A person's choices, by topic.
 *
 * @property toDecide   something waits for the person's decision.
 * @property decided    something that the person asked for was decided.
 * @property maintained others got or lost access to an API that the person maintains.
 * @property handedOver the person got something of the desk.
 */
const topicsWanted = { toDecide: time, decided: time, maintained: time, handedOver: time };
/** The last release does not answer `handedOver`. */
export const mailChoices = z.object({ ...topicsWanted, handedOver: z._default(time, 'at-once') });
/** As events have them: older ones say nothing of `handedOver`. */
export const savedMailChoices = z.object({ ...topicsWanted, handedOver: z.optional(time) });
export type MailChoices = z.output<typeof mailChoices>;
export type MailTopic = keyof MailChoices;

/** Default choices. */
export const defaultMailChoices: MailChoices = {
  toDecide: 'at-once',
  decided: 'at-once',
  maintained: 'daily',
  handedOver: 'at-once',
};

/** Returns all choices of somebody who chose before there were some of them. */
export const allChoices = ({
  handedOver = defaultMailChoices.handedOver,
  ...others
}: z.output<typeof savedMailChoices>): MailChoices => ({ ...others, handedOver });

/** `PUT /api/user/mails`. Missing topics don't change. */
export const mailChoicesBody = z.strictObject(z.partial(z.object(topicsWanted)).shape);
export type MailChoicesBody = z.output<typeof mailChoicesBody>;

/** Kinds without a topic protect or end somebody's access, or are about the account. Nobody can switch them off. */
const topics: Partial<Record<MailKind, MailTopic>> = {
  'request-received': 'toDecide',
  'deletion-asked': 'toDecide',
  'access-asked': 'toDecide',
  'approval-asked': 'toDecide',
  'approval-given': 'decided',
  'approval-denied': 'decided',
  'approval-lapsed': 'decided',
  'review-started': 'toDecide',
  'review-due': 'toDecide',
  'decision-due': 'toDecide',
  'decision-overdue': 'toDecide',
  'deletion-approved': 'decided',
  'deletion-denied': 'decided',
  'access-approved': 'decided',
  'access-denied': 'decided',
  'access-given': 'maintained',
  'access-taken': 'maintained',
  'handed-over': 'handedOver',
};

/** Kinds that are told of together in one mail of theirs, also to whoever wants mails at once: many can come in the same minute. */
const togetherKinds = ['decision-due', 'decision-overdue', 'handed-over'] as const satisfies readonly MailKind[];
export type TogetherKind = (typeof togetherKinds)[number];

/** Returns the kind if it is told of together with others. */
export const togetherKindOf = (kind: string): TogetherKind | undefined => togetherKinds.find((one) => one === kind);

/** Returns when a person gets a mail of this kind. */
export const mailTimeOf = (kind: MailKind, choices: MailChoices): MailTime => {
  const topic = topics[kind];
  return topic ? choices[topic] : 'at-once';
};
