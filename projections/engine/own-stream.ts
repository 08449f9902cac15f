import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Rows } from './rows.ts';
import type { PrefetchEvent } from './table.ts';

type Versioned = { stream_version: number };

/** Adds the row of a new stream. Does nothing if there is one: the event came a second time. */
export const insertOnce = async <R extends Versioned>(rows: Rows<R>, key: string | number, row: R): Promise<void> => {
  if (!(await rows.get(key))) rows.put(row);
};

/**
 * Changes the row that shows the event's own stream. Does nothing if the row shows this event already (it came a second
 * time), or if there is no row (the removal of another thing removed it).
 */
export const updateOnce = async <R extends Versioned>(
  rows: Rows<R>,
  key: string | number,
  event: RecordedEvent,
  change: (row: Readonly<R>) => Partial<R>,
): Promise<void> => {
  const row = await rows.get(key);
  if (row && row.stream_version < event.version) rows.put({ ...row, ...change(row), stream_version: event.version });
};

/** Returns the operation that an event is about. Its id is in the event's data, or in the name of its stream. */
export const operationOf = ({ stream, data }: PrefetchEvent): string | undefined => {
  if (typeof data.operationId === 'string') return data.operationId;
  return stream.startsWith('operation-') ? stream.slice('operation-'.length) : undefined;
};

/** Returns when an event was decided. */
export const timeOf = (event: RecordedEvent): Date => new Date(event.meta.time);
