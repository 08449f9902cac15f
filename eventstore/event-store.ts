import type { Event, EventMeta } from '#domain/core/event.ts';
import type { Finding } from './finding.ts';
import type { KeptCheckpoint } from './merkle/checkpoint.ts';

/**
 * The place of an event in the whole log: opaque, and comparable as text (`a < b`). Only an adapter knows its parts.
 */
export type Position = string;

/** The position before all events. */
export const beginning: Position = '';

/** A decoded event of the log, in its newest version. Personal data are readable, or `[erased]`. */
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
 * An event that can't be decoded. Its data are empty, and a subscription parks its stream.
 *
 * @property fault why: an unknown type, changed bytes, or data that do not match the schema.
 */
export type UnreadableEvent = Omit<RecordedEvent, 'fault'> & Readonly<{ fault: string }>;

/** An entry of the log: an event of the catalogue, or one that this program can't decode. */
export type LogEntry<E extends Event = Event> = RecordedEvent<E> | UnreadableEvent;

/** Returns whether an entry could be decoded. */
export const isReadable = <E extends Event>(entry: LogEntry<E>): entry is RecordedEvent<E> => entry.fault === undefined;

/** An event to append. The caller chooses its id, so that a repeated append is recognized. */
export type NewEvent<E extends Event = Event> = E & Readonly<{ id: string }>;

/**
 * What keeps a rule about several streams ("one person has this address"). A command that could break the rule reads the
 * guard, looks at what the read tables show at its position, decides, and raises it with its events. Of two that decide
 * at the same time, one gets a `GuardMovedError`.
 *
 * A guard can be passed, too, by commands that only another kind of command can make wrong: people who join an
 * organization do not disturb each other, but whoever closes it does. An append that passes fails when the guard was
 * raised meanwhile, and one that raises fails when it was passed.
 *
 * @property version  how often it was raised; 0 for one that was never raised.
 * @property passes   how often it was passed.
 * @property position of the newest event that was appended under it.
 */
export type Guard = Readonly<{ name: string; version: number; passes: number; position: Position }>;

/** A guard as an append uses it. `isPassed`: it is passed. Default: it is raised. */
export type UsedGuard = Guard & Readonly<{ isPassed?: boolean }>;

/**
 * One command's events for one stream.
 *
 * @property expectedVersion the version that the decision was made on; 0 for a new stream.
 * @property outcome the command's result (ids, never secrets). It is stored with the command id, so that a repeated
 *   command gets the same result.
 * @property request a text of the request that is equal when the request is repeated (method, path and body). The same
 *   command id with another request is a `ReusedCommandError`. Default: stream and events.
 * @property guards the guards that this append raises or passes, as they were read. Default: none.
 */
export type Append<E extends Event = Event> = Readonly<{
  stream: string;
  expectedVersion: number;
  events: readonly NewEvent<E>[];
  meta: EventMeta;
  outcome?: Outcome;
  request?: string;
  guards?: readonly UsedGuard[];
}>;

/**
 * Whether the log demands seals of new events. An older installation does it when its operator says so. `older-key`: a seal of an
 * earlier key is enough.
 */
export type SealsDemanded = 'no' | 'older-key' | 'yes';

export type Outcome = Readonly<Record<string, unknown>>;

/**
 * The result of an append. When `repeated` is true, the command id was known: nothing was written, and the result is
 * the first one. A known command id with another content is a `ReusedCommandError`.
 */
export type Appended = Readonly<{
  version: number;
  position: Position;
  repeated: boolean;
  outcome: Outcome;
}>;

/** An event by its place and its id. */
export type Mark = Readonly<{ position: Position; id: string }>;

/** Where a subscription starts to read, and the signal that ends it. */
export type SubscribeOptions = Readonly<{
  after: Position;
  /** The id of the event at `after`. A log that has another one there is refused. Default: not compared. */
  afterId?: string | undefined;
  /**
   * A later event, which belongs to others, as `onReached` gave it. Nothing between `after` and it is for this reader. It is
   * a hint: ignored when another event is there.
   */
  reached?: Mark | undefined;
  /**
   * Gets from time to time how far the log was read, where much of it belongs to others. All events before are handled: whoever reads
   * has asked for the next batch.
   */
  onReached?: ((mark: Mark) => Promise<void>) | undefined;
  /** The most events in a batch. Default 500. */
  batchSize?: number;
  signal: AbortSignal;
}>;

/**
 * The lag of delivery.
 *
 * @property waiting        number of events that are durable but not delivered yet, up to 10,000.
 * @property waitingSeconds how long the oldest of them has waited.
 * @property holderSeconds  age of the oldest transaction in the whole cluster that has written something.
 * @property holder         names that transaction for the operator; undefined when there is none.
 * @property alarm          whether the transaction blocks delivery, and the operator must end it.
 */
export type LogLag = Readonly<{
  waiting: number;
  waitingSeconds: number;
  holderSeconds: number;
  holder: string | undefined;
  alarm: boolean;
}>;

/**
 * The port of a log that holds the events `E`. Each adapter passes the contract suite beside it.
 * `subscribe` returns batches in log order. Each event comes once, and an event that commits late is not skipped. At
 * the end of the log it waits for more. It ends when its signal aborts. An empty batch means "caught up to here".
 */
export type EventStore<E extends Event> = Readonly<{
  /**
   * Returns only after the events are durable. When the response is lost, looks the command up before it tries again.
   *
   * @throws VersionConflictError, GuardMovedError, ReusedCommandError, UnavailableError
   */
  append: (append: Append<E>) => Promise<Appended>;
  /**
   * Returns all events of one stream in order.
   *
   * @typeParam Own the events of the stream's noun. A noun's stream holds no others.
   * @param fromVersion Default: 1.
   * @throws UnavailableError, UnreadableEventError
   */
  read: <Own extends E = E>(stream: string, fromVersion?: number) => Promise<readonly RecordedEvent<Own>[]>;
  subscribe: (options: SubscribeOptions) => AsyncIterable<readonly LogEntry<E>[]>;
  /**
   * Returns the result of an earlier command; undefined for an unknown command.
   *
   * @throws ReusedCommandError when `request` is given and the command had another.
   */
  findCommand: (commandId: string, request?: string) => Promise<Appended | undefined>;
  /** Returns guards by their names, in the same order. */
  readGuards: (names: readonly string[]) => Promise<readonly Guard[]>;
  /** Returns the position of the newest event that all subscriptions may read. */
  head: () => Promise<Position>;
  /** Returns the position of the newest event, even if an older transaction still keeps subscriptions from it. */
  newest: () => Promise<Position>;
  /** Returns whether a text has the form of a position. Does not ask the database. */
  isPosition: (text: string) => boolean;
  /**
   * Returns whether the log has come to a position: false for a position that it has not reached yet.
   *
   * @param position accepted by `isPosition`.
   */
  reaches: (position: Position) => Promise<boolean>;
  /** Returns all entries of a stream, also those that can't be decoded, which operators look for. */
  entries: (stream: string) => Promise<readonly LogEntry<E>[]>;
  /** Returns the newest entries that all subscriptions may read, in log order. */
  newestEntries: (count: number) => Promise<readonly LogEntry<E>[]>;
  /** Returns the highest id of a noun that has a stream; 0 without any. It reads all streams, so call it rarely. */
  highestId: (noun: string) => Promise<number>;
  /** Returns what holds back the delivery of events. An alarm means that an operator must act. */
  lag: () => Promise<LogLag>;
  /** Seals all events that are not sealed yet. @returns how many events. */
  seal: () => Promise<number>;
  /**
   * Finds changes to the log after it was appended, one finding a stream. The processes may run meanwhile.
   *
   * @param onProgress gets the number of events checked so far.
   * @param outside    returns signed checkpoints that were kept outside, from the first on.
   */
  verify: (
    onProgress?: (events: number) => void,
    outside?: () => AsyncIterable<KeptCheckpoint>,
  ) => AsyncIterable<Finding>;
  /** Tells whether events without a seal are refused. */
  sealsDemanded: () => Promise<SealsDemanded>;
  /** Lets no release start any more that writes events without seals. Call it before seals are demanded. */
  refuseReleasesWithoutSeals: () => Promise<void>;
  /** Closes what the store opened itself. Subscriptions end by their signals. */
  close: () => Promise<void>;
}>;

/** Thrown when somebody else appended first: read again, decide again. */
export class VersionConflictError extends Error {
  constructor(stream: string, expected: number) {
    super(`${stream} is no longer at version ${expected}`);
    this.name = 'VersionConflictError';
  }
}

/** Thrown when a guard was raised since it was read: read it again, decide again. Nothing was appended. */
export class GuardMovedError extends Error {
  constructor(guards: readonly Pick<Guard, 'name'>[]) {
    super(`a guard has moved: ${guards.map(({ name }) => name).join(', ')}`);
    this.name = 'GuardMovedError';
  }
}

/** Thrown when a command id comes again with another content. */
export class ReusedCommandError extends Error {
  constructor(commandId: string) {
    super(`command ${commandId} was already used for something else`);
    this.name = 'ReusedCommandError';
  }
}

/**
 * Thrown when the log can't be reached or can't write. Nobody knows whether anything changed. The same command may be
 * sent again.
 */
export class UnavailableError extends Error {
  constructor(cause: unknown) {
    super('the event log is not available', { cause });
    this.name = 'UnavailableError';
  }
}

/** Thrown for an event of a stream that can't be decoded. */
export class UnreadableEventError extends Error {
  constructor(event: Pick<UnreadableEvent, 'stream' | 'version' | 'fault'>) {
    super(`${event.stream} version ${event.version}: ${event.fault}`);
    this.name = 'UnreadableEventError';
  }
}
