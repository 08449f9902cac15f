import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { type MailKind, mailKinds, recipientNouns } from './subject.ts';

/**
 * A mail has no text and no address of its own: the worker reads both when it sends it. So nothing personal is in these
 * events, and an erased person gets no mail.
 */
const requested = z.object({
  operationId: z.uuid(),
  kind: z.enum(mailKinds),
  recipient: z.object({ noun: z.enum(recipientNouns), id: idSchema }),
  /** The event that the mail tells about. */
  cause: z.object({ stream: z.string(), version: z.int().check(z.positive()) }),
});
export type MailRequest = z.output<typeof requested>;

/** @property replay how often support had replayed the operation by then. */
const attempt = z.object({ operationId: z.uuid(), replay: z.int().check(z.nonnegative()) });

/** Kinds that releases before 1.10.0 do not know. */
const newKinds: readonly MailKind[] = ['log-altered', 'decision-due', 'decision-overdue', 'handed-over'];
export const isNewKind = (kind: unknown): boolean => newKinds.some((one) => one === kind);

export const mailEvents = {
  /** Releases before 1.10.0 know the kinds of version 6. A later one is written as version 7, so that they leave that mail alone. */
  MailRequested: event(requested, {
    version: 7,
    writtenAs: ({ kind }) => (isNewKind(kind) ? 7 : 6),
    upcast: (data) => data,
  }),
  /** The whole mail is with the mail server. Without one of the next two events nobody knows whether it arrives. */
  MailHandedOver: event(attempt),
  MailAccepted: event(z.object({ operationId: z.uuid() })),
  /** The mail server has not taken it. */
  MailRefused: event(z.object({ operationId: z.uuid() })),
};

export type MailEvent = EventsOf<typeof mailEvents>;
export type MailCommand =
  | Command<'RequestMail', MailRequest>
  | Command<'HandOverMail', z.output<typeof attempt>>
  | Command<'AcceptMail', { operationId: string }>
  | Command<'RefuseMail', { operationId: string }>;

export type Mail =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'requested' | 'accepted'; request: MailRequest }>
  | Readonly<{ status: 'handed-over'; request: MailRequest; replay: number }>;
