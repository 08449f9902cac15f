import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { OperationJob } from './job.ts';

/**
 * When a job has its turn. `soon`: before all others. `large`: it belongs to a large task, such as the deletion of an
 * organization with many keys, which leaves room for others.
 */
export type Turn = 'soon' | 'large';

/** How many operations of one cause need not leave room. The rest of them makes it a large task. */
const few = 4;

/** How many causes and operations are remembered. A forgotten one begins anew. */
const most = 10_000;

/** A map that forgets what was set first when it is full. */
const boundedMap = <Value>() => {
  const values = new Map<string, Value>();
  return {
    get: (key: string) => values.get(key),
    set: (key: string, value: Value) => {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
    },
  };
};

/**
 * Returns a function that says when the job of a request has its turn: one person's click must not wait for all that follows
 * from another's. It counts the operations that one command has caused, also through other operations, since the process began.
 * Call it once for each event, in the order of the log.
 */
export const createTurns = () => {
  const causeOf = boundedMap<string>();
  const counts = boundedMap<number>();
  return (
    { meta: { correlationId } }: Pick<RecordedEvent<PorticoEvent>, 'meta'>,
    { operationId }: OperationJob,
  ): Turn => {
    // What an operation requests has the operation's id as its correlation.
    const cause = causeOf.get(correlationId) ?? correlationId;
    causeOf.set(operationId, cause);
    const count = (counts.get(cause) ?? 0) + 1;
    counts.set(cause, count);
    return count > few ? 'large' : 'soon';
  };
};
