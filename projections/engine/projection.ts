import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { PoolClient } from '#platform/database.ts';
import { type KeyPart, openRows, type Rows } from './rows.ts';
import type { PrefetchEvent, Row, TableDefinition } from './table.ts';

/** The rows of the batch, by table. */
export type Batch = Readonly<{ rows: <R extends object>(table: TableDefinition<R>) => Rows<R> }>;

export type RecordedAs<Type extends PorticoEvent['type']> = RecordedEvent<Extract<PorticoEvent, { type: Type }>>;

/**
 * What events do to rows. A handler looks at nothing but the event and the tables of its own projection, or a
 * rebuild would differ from the live table (I1): no clock, no random value, no other projection.
 */
type Handlers = Readonly<{
  [Type in PorticoEvent['type']]?: (event: RecordedAs<Type>, batch: Batch) => Promise<void> | void;
}>;

/** One table or a small family: its tables, and how they follow the events. */
export type ProjectionPart = Readonly<{ tables: readonly TableDefinition[]; on: Handlers }>;

/**
 * Tables that are filled from one subscription and rebuilt together, so that they may look at each other.
 *
 * @property version to be raised with every change of tables or handlers: the next start then builds the new
 *                   tables beside the old.
 * @property parts   handlers of the same event run in this order.
 */
export type Projection = Readonly<{ name: string; version: number; parts: readonly ProjectionPart[] }>;

/** Forgets the row type, which differs from table to table. */
export const anyTable = <R extends object>(table: TableDefinition<R>): TableDefinition =>
  table as unknown as TableDefinition;

export const tablesOf = (projection: Projection): readonly TableDefinition[] =>
  projection.parts.flatMap((part) => part.tables);

type AnyHandler = (event: RecordedEvent, batch: Batch) => Promise<void> | void;

const handlersOf = (projection: Projection): ReadonlyMap<string, readonly AnyHandler[]> => {
  const handlers = new Map<string, AnyHandler[]>();
  for (const { on } of projection.parts) {
    for (const [type, handler] of Object.entries(on))
      handlers.set(type, [...(handlers.get(type) ?? []), handler as AnyHandler]);
  }
  return handlers;
};

/**
 * Brings one generation's tables forward by a batch of events, in their order, inside the caller's transaction.
 * Throws when an event cannot be applied; the caller then rolls back and finds out which.
 */
export const createProjector = (projection: Projection, generation: number) => {
  const handlers = handlersOf(projection);
  const tables = tablesOf(projection);
  return async (events: readonly RecordedEvent[], client: PoolClient): Promise<void> => {
    const relevant = events.filter(({ type }) => handlers.has(type));
    if (relevant.length === 0) return;
    const opened = new Map(tables.map((table) => [table.name, openRows<Row>(client, table, generation)]));
    const batch: Batch = {
      rows: <R extends object>(table: TableDefinition<R>) => {
        const rows = opened.get(table.name);
        if (!rows) throw new Error(`${table.name} is not a table of projection ${projection.name}`);
        return rows as unknown as Rows<R>;
      },
    };
    for (const { name, prefetch = {} } of tables) {
      for (const [column, find] of Object.entries(prefetch)) {
        const values = relevant.flatMap((event) => find(event as PrefetchEvent)).filter((value) => value != null);
        await opened.get(name)?.fetch(column, values as KeyPart[]);
      }
    }
    for (const event of relevant) for (const handle of handlers.get(event.type) ?? []) await handle(event, batch);
    for (const table of tables) {
      await opened.get(table.name)?.flush();
      crashPoint('projection.rows-written');
    }
  };
};
