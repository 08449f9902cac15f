import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Rows } from './rows.ts';
import type { PrefetchEvent } from './table.ts';

type Versioned = { stream_version: number };

/** Puts the row of a new stream, unless it is there: the event came a second time. */
export const insertOnce = async <R extends Versioned>(rows: Rows<R>, key: string | number, row: R): Promise<void> => {
  if (!(await rows.get(key))) rows.put(row);
};

/**
 * Changes the row that shows the event's own stream. Nothing happens when the row shows this event already
 * (it came a second time) or is gone (a removal of something else took it along).
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

/** The operation that an event is about: by its data, or by its stream. */
export const operationOf = ({ stream, data }: PrefetchEvent): string | undefined => {
  if (typeof data.operationId === 'string') return data.operationId;
  return stream.startsWith('operation-') ? stream.slice('operation-'.length) : undefined;
};

/** When an event was decided. */
export const timeOf = (event: RecordedEvent): Date => new Date(event.meta.time);
