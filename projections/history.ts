import { actOfType } from '#domain/audit/acts.ts';
import { nounOf } from '#domain/audit/nouns.ts';
import { changesOf, type HistoryChange, type HistoryValues } from '#domain/core/changes.ts';
import { joined } from '#domain/core/distinct.ts';
import type { Environment } from '#domain/core/environment.ts';
import { erased } from '#domain/core/erased.ts';
import type { EntryValues, HistoryArea, OwnHistory } from '#domain/core/history.ts';
import { ownHistories } from '#domain/history/own-histories.ts';
import type { HistoryOutcome } from '#domain/history/schema.ts';
import { termsOf } from '#domain/history/terms.ts';
import { kindRequestedBy } from '#domain/operation-kinds/requests.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { array, exactText, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { operationOf, timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { type RowOf, table } from './engine/table.ts';
import { historyThingsTable, organizationOf } from './history-subjects.ts';
import { nameIn } from './name-in.ts';

/** The one history: a row for each event with an entry (docs/decisions/0081-one-history.md). */
export const historyTable = table('history', {
  // No index begins with the time: Postgres would read whole months with it instead of the terms.
  key: ['id', 'happened_at'],
  columns: {
    happened_at: timestamptz(),
    /** The event's id. */
    id: uuid(),
    /** The event's stream, as noun and id, and its version in the stream. */
    noun: text(),
    noun_id: text(),
    version: integer(),
    position: exactText(),
    /** The event's type. */
    kind: text(),
    /** The thing whose history has the entry. An entry about a key is in the history of an API. */
    about_noun: text(),
    about_id: integer(),
    /** The name that the thing had then; '' for what has none, and for people. */
    name: text(),
    /** The organization of the thing. Null: the portal. */
    organization_id: nullable(integer()),
    /** 0 is the portal itself. */
    user_id: integer(),
    user_organization_id: integer(),
    /** The roles that the person had then. */
    roles: array(text()),
    /** The row of the authorization table that allowed the call; '' where no call did, and for older events. */
    rule: text(),
    /** The address of the call; '' without a call. A rebuild writes `[erased]` for a person who was erased. */
    address: text(),
    /** Decides who may read an entry of an API's history. Null in other histories. */
    area: nullable(text<HistoryArea>()),
    environment: nullable(text<Environment>()),
    /** The route's name on the gateway, or the kind of code. */
    subject: text(),
    values: jsonb<EntryValues>(),
    changes: jsonb<readonly HistoryChange[]>(),
    operation_id: nullable(uuid()),
    /** The operation's outcome; null without an operation. */
    outcome: nullable(text<HistoryOutcome>()),
    /** The entry that it takes back, and the one that took it back. */
    undoes: nullable(uuid()),
    undone_by: nullable(uuid()),
    /** What filters and searches ask for (`domain/history/terms.ts`). */
    terms: array(text()),
  },
  lookups: ['operation_id'],
  // An index of a property with few values and the time would be taken instead of the terms: Postgres 18 skips the property.
  // `fastupdate` is off, because each part of a page would read all pending entries.
  indexes: ['(about_noun, about_id, happened_at)', 'using gin (terms) with (fastupdate = off)'],
  byMonth: 'happened_at',
  prefetch: { operation_id: operationOf, id: ({ meta }) => meta?.undoes },
});

type Row = RowOf<typeof historyTable>;

/** The columns of an entry that its event does not determine. */
export type Entry = Readonly<{ about_noun: string; about_id: number }> &
  Partial<
    Pick<Row, 'name' | 'organization_id' | 'area' | 'environment' | 'subject' | 'values' | 'changes' | 'operation_id'>
  >;

/** Returns the name and organization of an entry's thing. What one event says of a thing holds for its later ones. */
const thingOf = async (event: RecordedEvent, batch: Batch, { about_noun, about_id }: Entry) => {
  const things = batch.rows(historyThingsTable);
  const thing = `${about_noun}-${about_id}`;
  const known = about_id === 0 ? undefined : await things.get(thing);
  const isAbout = event.stream === thing;
  const name = (isAbout || about_id === 0 ? nameIn(event) : undefined) ?? known?.name ?? '';
  const said = (event.data as Readonly<{ organizationId?: number | null }>).organizationId ?? null;
  const organization_id =
    said ?? (await organizationOf(batch, about_noun, about_id)) ?? (isAbout ? known?.organization_id : null) ?? null;
  if (isAbout && (name !== known?.name || organization_id !== known?.organization_id))
    things.put({ thing, name, organization_id });
  return { name, organization_id };
};

/** Undoings of undoings that are followed. */
const longestChain = 20;

/** Notes at an entry which one takes it back. What that one took back is in force again, and so on. */
const noteUndone = async (batch: Batch, by: string, undoes: string): Promise<void> => {
  const entries = batch.rows(historyTable);
  const entryOf = async (id: string) => (await entries.where('id', id))[0];
  let [entry, last, isUndone] = [await entryOf(undoes), by, true];
  // Another event of the same command has said so.
  if (entry?.undone_by != null) return;
  for (let length = 0; entry && length < longestChain; length += 1) {
    if (isUndone || entry.undone_by === last) entries.put({ ...entry, undone_by: isUndone ? last : null });
    [last, isUndone] = [entry.id, !isUndone];
    entry = entry.undoes === null ? undefined : await entryOf(entry.undoes);
  }
};

/** Writes an entry. The key contains the event's id, so an event that comes twice is one entry. */
export const writeEntry = async (event: RecordedEvent, batch: Batch, entry: Entry): Promise<void> => {
  const { id, stream, version, position, type, meta } = event;
  const noun = nounOf(stream);
  const thing = await thingOf(event, batch, entry);
  const row: Omit<Row, 'terms'> = {
    happened_at: timeOf(event),
    id,
    noun,
    noun_id: stream.slice(noun.length + 1),
    version,
    position,
    kind: type,
    ...thing,
    user_id: meta.actor.userId,
    user_organization_id: meta.actor.organizationId,
    roles: [...meta.actor.roles],
    rule: meta.rule ?? '',
    address: meta.client?.address ?? '',
    area: null,
    environment: null,
    subject: '',
    values: {},
    changes: [],
    operation_id: null,
    outcome: entry.operation_id === undefined ? null : 'pending',
    undoes: meta.undoes ?? null,
    undone_by: null,
    ...entry,
  };
  const { nickname = '', version: shown = '' } = row.values;
  const found = {
    ...row,
    act: actOfType(type),
    address: row.address === '' || row.address === erased ? undefined : row.address,
  };
  // Without the changes, because some readers may not see all of them. The subject comes first: a long text is cut.
  const searched = `${row.subject}\n${nickname}\n${shown}\n${row.name}`;
  batch.rows(historyTable).put({ ...row, terms: termsOf(found, searched) });
  if (meta.undoes !== undefined) await noteUndone(batch, id, meta.undoes);
};

type OwnEvent = RecordedEvent & Readonly<{ data: Readonly<{ from?: unknown; to?: unknown; operationId?: unknown }> }>;

const valuesOf = ({ fields }: OwnHistory, details: unknown): HistoryValues =>
  Object.fromEntries(Object.entries(fields).map(([field, read]) => [field, read(details as never)]));

const isDetails = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Returns a handler for each event of a noun that has a history of its own. */
const handlersOf = (history: OwnHistory): ProjectionPart['on'] => {
  const idOf = history.idOf as ((data: unknown) => number) | undefined;
  return Object.fromEntries(
    Object.keys(history.kinds).map((type) => [
      type,
      async (event: OwnEvent, batch: Batch) => {
        const compare = history.compared?.[type] as ((data: unknown) => OwnEvent['data']) | undefined;
        const { from, to } = compare?.(event.data) ?? event.data;
        const { operationId } = event.data;
        const isRequest = kindRequestedBy(type) !== undefined && typeof operationId === 'string';
        const valuesFor = history.values?.[type] as ((data: unknown) => EntryValues) | undefined;
        const concerns = history.organizations?.[type] as ((data: unknown) => number | null) | undefined;
        await writeEntry(event, batch, {
          ...(concerns && { organization_id: concerns(event.data) }),
          about_noun: history.noun,
          about_id: idOf?.(event.data) ?? Number(event.stream.slice(history.noun.length + 1)),
          ...(isRequest && { operation_id: operationId }),
          values: valuesFor?.(event.data) ?? {},
          changes: isDetails(from) && isDetails(to) ? changesOf(valuesOf(history, from), valuesOf(history, to)) : [],
        });
      },
    ]),
  );
};

/** The histories of nouns whose things have one of their own. */
export const history = {
  tables: [historyTable],
  on: joined('entries of the event', Object.values<OwnHistory>(ownHistories).map(handlersOf)),
} satisfies ProjectionPart;
