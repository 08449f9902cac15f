import { setImmediate } from 'node:timers/promises';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { PoolClient } from '#platform/database.ts';
import { createConnectionLine } from './connection-line.ts';
import { type KeyPart, openRows, type Rows } from './rows.ts';
import type { PrefetchEvent, Row, RowOf, Table } from './table.ts';

/** The cached rows of one batch, by table. */
export type Batch = Readonly<{ rows: <Of extends Table>(table: Of) => Rows<RowOf<Of>> }>;

export type RecordedAs<Type extends PorticoEvent['type']> = RecordedEvent<Extract<PorticoEvent, { type: Type }>>;

/**
 * A function for each type of event, which changes rows. It reads only the event and the tables of its own projection: no
 * clock, no random value, no other projection. Otherwise a rebuild would differ from the live table (I1).
 */
type Handlers = Readonly<{
  [Type in PorticoEvent['type']]?: (event: RecordedAs<Type>, batch: Batch) => Promise<void> | void;
}>;

/**
 * One table or a small family: its tables, and how they follow the events.
 *
 * @property settle runs after the events of a batch, for rows that are computed from other rows. The final rows must not
 *                  depend on how the log is cut into batches.
 */
export type ProjectionPart = Readonly<{
  tables: readonly Table[];
  on: Handlers;
  settle?: (batch: Batch) => Promise<void>;
}>;

/**
 * Tables that are filled by one subscription and rebuilt together, so that their handlers may read each other's rows.
 *
 * @property version raised with every change of tables or handlers. The next start then builds new tables beside those that
 *                   the last release reads.
 * @property parts   handlers of the same event run in this order.
 */
export type Projection = Readonly<{
  name: string;
  version: number;
  parts: readonly ProjectionPart[];
}>;

/** Returns the schema whose views show the live tables of this version: `read_people_6`. */
export const schemaOf = ({ name, version }: Pick<Projection, 'name' | 'version'>): string =>
  `read_${name.replaceAll('-', '_')}_${version}`;

export const tablesOf = (projection: Projection): readonly Table[] => projection.parts.flatMap((part) => part.tables);

/** Events to handle before other tasks of the process get a turn. Handlers whose rows are in memory never wait. */
const turn = 100;

type AnyHandler = (event: RecordedEvent, batch: Batch) => Promise<void> | void;

const handlersOf = (projection: Projection): ReadonlyMap<string, readonly AnyHandler[]> => {
  const handlers = new Map<string, AnyHandler[]>();
  for (const { on } of projection.parts) {
    for (const [type, handler] of Object.entries(on))
      handlers.set(type, [...(handlers.get(type) ?? []), handler as AnyHandler]);
  }
  return handlers;
};

/** The rows of a projection's tables, by the tables' names. */
export type OpenRows = ReadonlyMap<string, Rows<Row>>;

const batchOf = (opened: OpenRows): Batch => ({
  rows: <Of extends Table>(table: Of) => {
    const rows = opened.get(table.name);
    if (!rows) throw new Error(`${table.name} is not a table of this projection`);
    return rows as unknown as Rows<RowOf<Of>>;
  },
});

/** Applies events to rows, in their order. `concerns` returns whether a projection has a handler for an event. */
export const createHandling = (projection: Projection) => {
  const handlers = handlersOf(projection);
  return {
    concerns: ({ type }: RecordedEvent): boolean => handlers.has(type),
    handle: async (events: readonly RecordedEvent[], opened: OpenRows): Promise<void> => {
      const batch = batchOf(opened);
      for (const [index, event] of events.entries()) {
        for (const handle of handlers.get(event.type) ?? []) await handle(event, batch);
        if (index % turn === turn - 1) await setImmediate();
      }
    },
    settle: async (opened: OpenRows): Promise<void> => {
      for (const { settle } of projection.parts) await settle?.(batchOf(opened));
    },
  };
};

/** Waits for all tasks, then throws the first error. A rollback must wait until no statement runs. */
const all = async (work: readonly Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};

/**
 * Returns what fills one generation's tables. `project` applies a batch of events, in their order, inside the caller's
 * transaction. It throws if an event can't be applied; the caller then rolls back and finds out which one.
 */
export const createProjector = (projection: Projection, generation: number) => {
  const { concerns, handle, settle } = createHandling(projection);
  const tables = tablesOf(projection);
  const project = async (events: readonly RecordedEvent<PorticoEvent>[], client: PoolClient): Promise<void> => {
    const relevant = events.filter(concerns);
    if (relevant.length === 0) return;
    const line = createConnectionLine(client);
    const opened = new Map(tables.map((table) => [table.name, openRows(line, table, generation)]));
    await all(
      tables.flatMap(({ name, prefetch = {} }) =>
        Object.entries(prefetch).map(async ([column, find]) => {
          const values = relevant.flatMap((event) => find?.(event as PrefetchEvent)).filter((value) => value != null);
          await opened.get(name)?.fetch(column, values as KeyPart[]);
        }),
      ),
    );
    const flush = () =>
      all(
        [...opened.values()].map(async (rows) => {
          await rows.flush();
          crashPoint('projection.rows-written');
        }),
      );
    await handle(relevant, opened);
    await all([flush(), settle(opened)]);
    await flush();
  };
  return { concerns, project };
};
