import type { RecordedEvent } from '#eventstore/event-store.ts';
import { continuing } from '#platform/spans/span.ts';
import { readTraceparent } from '#platform/spans/traceparent.ts';

/** Runs `work` in the trace of an event that caused it. Older events have none. */
export const inTraceOf = <Result>(
  cause: Pick<RecordedEvent, 'meta'> | undefined,
  work: () => Promise<Result>,
): Promise<Result> => continuing(readTraceparent(cause?.meta.traceparent), work);
