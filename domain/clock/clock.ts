import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { type ClockKind, clockAudiences, clockKinds } from './kinds.ts';

/** In this order: in the middle of the time, a day before its end, and when it is over. */
export const clockSteps = ['half', 'day', 'over'] as const;
export type ClockStep = (typeof clockSteps)[number];

/** The most people who are told of one thing. */
export const mostTold = 500;

/**
 * @property key   the thing's id among those of its kind.
 * @property since when it began to wait. The same difference can be found again later, and then has a new clock.
 */
const clocked = z.object({
  kind: z.enum(clockKinds),
  key: z.string().check(z.minLength(1), z.maxLength(300)),
  since: z.iso.datetime(),
  dueAt: z.iso.datetime(),
});

/** @property about the name of the API, the organization or the object; '' for what only a person names. */
const overdue = z.extend(clocked, {
  about: z.string().check(z.maxLength(200)),
  told: z.array(z.object({ userId: idSchema, as: z.enum(clockAudiences) })).check(z.maxLength(mostTold)),
});

export const clockEvents = {
  /** Whoever decides is reminded: half of the time is over, or there is a day left. */
  DecisionReminded: event(z.extend(clocked, { step: z.enum(['half', 'day']) })),
  /** The time is over, and others were told. */
  DecisionOverdue: event(overdue),
};

export type ClockEvent = EventsOf<typeof clockEvents>;

/** @property step the step of the clock that has come. */
export type ClockCommand = Command<'ReportClock', z.output<typeof overdue> & Readonly<{ step: ClockStep }>>;

/** The last step that was told of. */
export type Clock = Readonly<{ since: string; step: ClockStep }> | Readonly<{ since: null }>;

/** Returns the id of a thing's clock: that of its row in the inbox. */
export const clockIdOf = ({ kind, key }: Readonly<{ kind: ClockKind; key: string }>): string => `${kind}-${key}`;
