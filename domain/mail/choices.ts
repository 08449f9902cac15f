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
 */
export const mailChoices = z.object({ toDecide: time, decided: time, maintained: time });
export type MailChoices = z.output<typeof mailChoices>;
export type MailTopic = keyof MailChoices;

/** Default choices. */
export const defaultMailChoices: MailChoices = { toDecide: 'at-once', decided: 'at-once', maintained: 'daily' };

/** `PUT /api/user/mails`. Missing topics don't change. */
export const mailChoicesBody = z.strictObject(z.partial(mailChoices).shape);
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
};

/** Kinds that are told of together in one mail of theirs, also to whoever wants mails at once: many can come in the same minute. */
const togetherKinds = ['decision-due', 'decision-overdue'] as const satisfies readonly MailKind[];
export type TogetherKind = (typeof togetherKinds)[number];

/** Returns the kind if it is told of together with others. */
export const togetherKindOf = (kind: string): TogetherKind | undefined => togetherKinds.find((one) => one === kind);

/** Returns when a person gets a mail of this kind. */
export const mailTimeOf = (kind: MailKind, choices: MailChoices): MailTime => {
  const topic = topics[kind];
  return topic ? choices[topic] : 'at-once';
};
