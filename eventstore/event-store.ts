import type { Event, EventMeta } from '#domain/core/event.ts';

/**
 * Where an event stands in the whole log: opaque, and comparable as text (`a < b`).
 * Only an adapter knows what is in it.
 */
export type Position = string;

/** Before every event. */
export const beginning: Position = '';

/** An event as the log holds it, decoded: upcast to the newest version, personal data in clear or `[erased]`. */
export type RecordedEvent<E extends Event = Event> = E &
  Readonly<{
    id: string;
    stream: string;
    /** 1 for a stream's first event. */
    version: number;
    position: Position;
    meta: EventMeta;
    fault?: undefined;
  }>;

/**
 * An event that could not be decoded; its data is empty. A subscription parks its stream.
 *
 * @property fault why: an unknown type, changed bytes, not as its schema says.
 */
export type UnreadableEvent = Omit<RecordedEvent, 'fault'> & Readonly<{ fault: string }>;

/** What stands in the log: an event of the catalogue, or one that this program cannot decode. */
export type LogEntry<E extends Event = Event> = RecordedEvent<E> | UnreadableEvent;

export const isReadable = <E extends Event>(entry: LogEntry<E>): entry is RecordedEvent<E> => entry.fault === undefined;

/** An event to append. Its id is the caller's, so that the same append twice is one. */
export type NewEvent<E extends Event = Event> = E & Readonly<{ id: string }>;

/**
 * One command's events for one stream.
 *
 * @property expectedVersion the version that the decision was made on; 0 for a new stream.
 * @property outcome what the command answers (ids, never secrets): kept with the command id
 *                   so that the same command again gets the same answer.
 * @property request what was asked for, in any wording that is the same when it is asked again (method, path and
 *                   body): the command id with another request is a `ReusedCommandError`. Stream and
 *                   events unless told.
 */
export type Append<E extends Event = Event> = Readonly<{
  stream: string;
  expectedVersion: number;
  events: readonly NewEvent<E>[];
  meta: EventMeta;
  outcome?: Outcome;
  request?: string;
}>;

export type Outcome = Readonly<Record<string, unknown>>;

/**
 * `repeated` is true when the command id was known: nothing was written, the rest is the first answer.
 * A command id that is known with other content is a `ReusedCommandError`.
 */
export type Appended = Readonly<{
  version: number;
  position: Position;
  repeated: boolean;
  outcome: Outcome;
}>;

/** Where a subscription reads from and how it is told to stop. */
export type SubscribeOptions = Readonly<{
  after: Position;
  /** Events a batch at most; 500 unless told. */
  batchSize?: number;
  signal: AbortSignal;
}>;

/**
 * The port, of a log that holds the events `E`. Every adapter passes the contract suite beside it.
 * `subscribe` yields batches in log order, each event once, never skipping one that commits late;
 * it waits for more when it has caught up and ends when its signal aborts. An empty batch says
 * "caught up to here".
 */
export type EventStore<E extends Event> = Readonly<{
  /**
   * Answers only when the events are durable. An answer that is lost on the way is looked up by command id first.
   *
   * @throws VersionConflictError, ReusedCommandError, UnavailableError
   */
  append: (append: Append<E>) => Promise<Appended>;
  /**
   * All events of one stream in order.
   *
   * @typeParam Own the events of the stream's noun: a noun's stream holds no others.
   * @param fromVersion Default: 1.
   * @throws UnavailableError, UnreadableEventError
   */
  read: <Own extends E = E>(stream: string, fromVersion?: number) => Promise<readonly RecordedEvent<Own>[]>;
  subscribe: (options: SubscribeOptions) => AsyncIterable<readonly LogEntry<E>[]>;
  /**
   * The answer of a command that was appended before; undefined when it never was.
   *
   * @throws ReusedCommandError when `request` is given and the command stands for another.
   */
  findCommand: (commandId: string, request?: string) => Promise<Appended | undefined>;
  /** The position of the newest event that every subscription is allowed to see. */
  head: () => Promise<Position>;
  /** Whether a text is written like a position of this log. Asks nobody. */
  isPosition: (text: string) => boolean;
  /**
   * Whether the log has come as far as a position: false for one that it can't have given out yet.
   *
   * @param position that `isPosition` said yes to.
   */
  reaches: (position: Position) => Promise<boolean>;
  /** Ends what the store itself opened; subscriptions are ended by their signals. */
  close: () => Promise<void>;
}>;

/** Somebody else appended first: read again, decide again. */
export class VersionConflictError extends Error {
  constructor(stream: string, expected: number) {
    super(`${stream} is no longer at version ${expected}`);
    this.name = 'VersionConflictError';
  }
}

/** The same command id came with another content. */
export class ReusedCommandError extends Error {
  constructor(commandId: string) {
    super(`command ${commandId} was already used for something else`);
    this.name = 'ReusedCommandError';
  }
}

/** The log cannot be reached or cannot write: nothing is known to have changed. The same command may be sent again. */
export class UnavailableError extends Error {
  constructor(cause: unknown) {
    super('the event log is not available', { cause });
    this.name = 'UnavailableError';
  }
}

/** A stream holds an event that cannot be decoded. */
export class UnreadableEventError extends Error {
  constructor(event: Pick<UnreadableEvent, 'stream' | 'version' | 'fault'>) {
    super(`${event.stream} version ${event.version}: ${event.fault}`);
    this.name = 'UnreadableEventError';
  }
}
