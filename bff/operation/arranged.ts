import type { DeskCaseEvent } from '#domain/desk-case/desk-case.ts';
import type { Arranged } from '#domain/operation/desk.ts';
import type { OperationEvent } from '#domain/operation/operation.ts';
import { isFinal } from '#domain/operation/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { caseOfCause } from '../desk-case/case-id.ts';
import type { Services } from '../http/services.ts';
import type { Row } from './row.ts';

/** An event about a case, with the people whom it names. */
type Said = RecordedEvent<DeskCaseEvent>;

/** The newest causes that are looked at: an operation that is tried for weeks has few. */
const mostCauses = 5;
/** The newest lines that are shown. */
const mostLines = 100;

/** Returns the causes that an operation has had, the newest last: of each failure and wait, and the one that it has now. */
const causesOf = (now: Readonly<{ cause: string; resource: string | null }>, events: readonly OperationEvent[]) => {
  const found = events.flatMap((event) => {
    if (event.type !== 'OperationFailed' && event.type !== 'OperationDelayed') return [];
    const state = event.type === 'OperationFailed' ? 'failed' : 'waiting';
    const problem = event.type === 'OperationFailed' ? event.data.problems[0] : event.data.problem;
    return [[state, event.data.class, problem?.code ?? '', now.resource ?? ''].join('~')];
  });
  return [...new Set([...found, now.cause].toReversed())].slice(0, mostCauses);
};

/** Returns whether an event was still in force when something began. */
const holdsAt = (begun: string, { type, data }: Said, later: readonly Said[]): boolean => {
  const isEnded = (...types: Said['type'][]) =>
    later.some((each) => each.meta.time < begun && types.includes(each.type));
  if (type === 'DeskCaseHandedOver') return !isEnded('DeskCaseHandedOver', 'DeskCaseTakenBack');
  return type === 'DeskCauseMuted' && data.until > begun && !isEnded('DeskCauseMuted', 'DeskCauseUnmuted');
};

/** Returns what happened to a cause between two times, with what was in force at the first. */
const during = (events: readonly Said[], begun: string, end: string | undefined): readonly Said[] =>
  events.filter(
    (event, index) =>
      (end === undefined || event.meta.time <= end) &&
      (event.meta.time >= begun || holdsAt(begun, event, events.slice(index + 1))),
  );

/** Returns the people whom an event names: who did it, and who got it or has it no more. */
const peopleIn = ({ type, data, meta }: Said): Readonly<{ by: number; person: number | undefined }> => ({
  by: meta.actor.userId,
  person: type === 'DeskCaseHandedOver' ? data.to : type === 'DeskCaseTakenBack' ? data.from : undefined,
});

const wordOf = ({ type, data }: Said): Arranged['type'] => {
  if (type === 'DeskCaseHandedOver') return 'handed-over';
  if (type === 'DeskCaseTakenBack') return data.why;
  return type === 'DeskCauseMuted' ? 'muted' : 'unmuted';
};

const noteOf = ({ type, data }: Said): string | null => {
  if (type === 'DeskCaseHandedOver') return data.note;
  return type === 'DeskCauseMuted' ? data.reason : null;
};

/** What support arranged about an operation. @property people to name. */
type About = Readonly<{
  people: readonly number[];
  lines: (names: ReadonlyMap<number, string>) => readonly Arranged[];
}>;

/**
 * Reads what support arranged about an operation, and about the causes that it has had, from the request to its end. Of what was
 * arranged before, it has what was in force then.
 */
export const readArranged = async (
  { store, db }: Pick<Services, 'store' | 'db'>,
  { id, state, requested_at: requestedAt, updated_at: updatedAt }: Row,
  events: readonly OperationEvent[],
): Promise<About> => {
  const now = await db
    .selectFrom('operations')
    .select(['cause', 'resource'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const read = async (caseId: string) => await store.read<Said>(`desk-case-${caseId}`);
  const [own, ...ofCauses] = await Promise.all([id, ...causesOf(now, events).map(caseOfCause)].map(read));
  // What fails can be replayed, so its end is open.
  const end = isFinal(state) && state !== 'failed' ? updatedAt.toISOString() : undefined;
  const all = [
    ...(own ?? []).map((event) => ({ event, ofCause: false })),
    ...ofCauses.flatMap((some) =>
      during(some, requestedAt.toISOString(), end).map((event) => ({ event, ofCause: true })),
    ),
  ]
    .toSorted((one, other) => Date.parse(one.event.meta.time) - Date.parse(other.event.meta.time))
    .slice(-mostLines);
  return {
    people: all.flatMap(({ event }) => Object.values(peopleIn(event)).filter((one) => one !== undefined)),
    lines: (names) =>
      all.map(({ event, ofCause }) => {
        const { by, person } = peopleIn(event);
        return {
          ...{ at: event.meta.time, type: wordOf(event), ofCause },
          by: names.get(by) ?? null,
          person: person === undefined ? null : (names.get(person) ?? null),
          note: noteOf(event),
          until: event.type === 'DeskCauseMuted' ? event.data.until : null,
        };
      }),
  };
};
