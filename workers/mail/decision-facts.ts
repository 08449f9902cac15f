import type { ClockEvent } from '#domain/clock/clock.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import { SupersededError } from '../engine/run.ts';
import type { MailWords } from './mail-text.ts';
import { screens } from './screens.ts';
import { audiencesOf, decidersOf, findDecision, peopleOf, type WaitingDecision } from './waiting-decisions.ts';

type Sources = Readonly<{ words: MailWords; database: Database; readerId: number }>;

/** Returns whether a reader may still decide what the mail is about. */
const mayDecide = async (
  { type }: RecordedEvent<ClockEvent>,
  waiting: WaitingDecision,
  { database, readerId }: Sources,
): Promise<boolean> => {
  if (type === 'DecisionReminded') return (await decidersOf(database, waiting)).includes(readerId);
  const [first] = audiencesOf(waiting);
  const people = first ? await peopleOf(database, [first], waiting.askers) : [];
  return people.some(({ userId }) => userId === readerId);
};

/**
 * Names one decision that waits, with the day on which it is due.
 *
 * @throws SupersededError when it was made meanwhile, or its reader may not make it any more.
 */
export const decisionFacts = async (event: RecordedEvent<ClockEvent>, sources: Sources) => {
  const { kind, key, since, dueAt } = event.data;
  const waiting = await findDecision(sources.database, kind, key);
  if (waiting?.since.toISOString() !== since || !(await mayDecide(event, waiting, sources)))
    throw new SupersededError();
  const { about, organization } = waiting;
  const isOver = event.type === 'DecisionOverdue';
  return {
    parameters: { thing: sources.words.waiting(kind, { about, organization, day: sources.words.day(dueAt) }) },
    path: isOver ? screens.overdue : screens.inbox,
    text: isOver ? ('decision-overdue-one' as const) : ('decision-due-one' as const),
  };
};
