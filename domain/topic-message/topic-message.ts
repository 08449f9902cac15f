import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { eventTypeIdLimit } from '../event-category/limits.ts';

/** Whose topic. */
const about = { eventTopicId: idSchema, organizationId: idSchema };

/** What people do with the messages of a topic. No event has a key, a header or a payload. */
export const topicMessageEvents = {
  /** Recorded before the messages are shown. `messages`: how many. */
  TopicMessagesRead: event(z.object({ ...about, messages: z.int().check(z.minimum(0)) })),
  /** Recorded before the message goes to the broker. Without the next event nobody knows whether it arrived. */
  TestMessageBegun: event(z.object({ ...about, eventTypeId: z.string().check(z.maxLength(eventTypeIdLimit)) })),
  /** The broker has it. */
  TestMessageSent: event(z.object({ ...about, partition: z.int(), offset: z.int() })),
  /** The broker said no, so it does not have it. `reason`: the code of its failure. */
  TestMessageRefused: event(z.object({ ...about, reason: z.string().check(z.maxLength(100)) })),
};

export type TopicMessageEvent = EventsOf<typeof topicMessageEvents>;

type About = Readonly<{ eventTopicId: number; organizationId: number }>;

export type TopicMessageCommand =
  | Command<'RecordRead', About & { messages: number }>
  | Command<'BeginTest', About & { eventTypeId: string }>
  | Command<'ConfirmTest', { partition: number; offset: number }>
  | Command<'RefuseTest', { reason: string }>;

/** One look at the messages of a topic, or one test message. */
export type TopicMessage =
  | Readonly<{ status: 'none' | 'read' | 'refused' }>
  | (About & Readonly<{ status: 'begun' }>)
  | Readonly<{ status: 'sent'; partition: number; offset: number }>;
