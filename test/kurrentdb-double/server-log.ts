import { randomUUID } from 'node:crypto';

/** A record of the log. Positions are offsets in bytes, revisions count from 0. */
export type LogRecord = Readonly<{
  id: string;
  stream: string;
  revision: number;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  position: number;
  /** Milliseconds since 1970. */
  created: number;
}>;
export type Proposed = Pick<LogRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

export type AppendAnswer =
  | Readonly<{ kind: 'success'; revision: number; position: number }>
  | Readonly<{ kind: 'wrong-version'; current: number }>
  | Readonly<{ kind: 'deleted' }>
  | Readonly<{ kind: 'too-large' }>
  | Readonly<{ kind: 'bad-request' }>;

/** Bytes of data in one append that the server takes. */
export const mostBytes = 1_048_576;

const hidden = Number.MAX_SAFE_INTEGER;
const own = (type: string, data = '{}'): Proposed => {
  const bytes = Buffer.from(data);
  return { id: randomUUID(), type, contentType: 'application/json', data: bytes, metadata: Buffer.alloc(0) };
};

/** The log of a server without its protocol: what is appended where, and what reads show. */
export const createServerLog = () => {
  let records: LogRecord[] = [];
  let streams = new Map<string, LogRecord[]>();
  let end = 0;
  /** Streams that begin later for readers: soft-deleted ones. */
  const firstShown = new Map<string, number>();
  const tombstoned = new Set<string>();
  const listeners = new Set<() => void>();
  const arrange = (kept: LogRecord[]) => {
    records = kept;
    streams = Map.groupBy(kept, ({ stream }) => stream);
  };

  const write = (stream: string, revision: number, event: Proposed): LogRecord => {
    const record = { ...event, stream, revision, position: end, created: Date.now() };
    end += 120 + event.type.length + event.data.length + event.metadata.length;
    records.push(record);
    const before = streams.get(stream);
    if (before) before.push(record);
    else streams.set(stream, [record]);
    return record;
  };
  const lastOf = (stream: string): number => streams.get(stream)?.at(-1)?.revision ?? -1;

  /** @param expected a revision, -1 for "no stream", or nothing for any. */
  const append = (stream: string, expected: number | undefined, events: readonly Proposed[]): AppendAnswer => {
    if (stream === '') return { kind: 'bad-request' };
    if (tombstoned.has(stream)) return { kind: 'deleted' };
    if (events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0) > mostBytes)
      return { kind: 'too-large' };
    const current = lastOf(stream);
    const isHidden = (firstShown.get(stream) ?? 0) > current;
    const wanted = expected === undefined || (expected === -1 && isHidden) ? current : expected;
    if (wanted < current) {
      // Only an id at its version is recognized, and data are not compared.
      const first = streams.get(stream)?.findIndex(({ revision }) => revision === wanted + 1) ?? -1;
      const there = first < 0 ? [] : (streams.get(stream)?.slice(first, first + events.length) ?? []);
      const last = there.at(-1);
      const isSame = events.length > 0 && events.every(({ id }, index) => there[index]?.id === id);
      if (isSame && last) return { kind: 'success', revision: last.revision, position: last.position };
    }
    if (wanted !== current) return { kind: 'wrong-version', current };
    let last = streams.get(stream)?.at(-1);
    for (const [index, event] of events.entries()) last = write(stream, current + 1 + index, event);
    for (const listener of [...listeners]) listener();
    return { kind: 'success', revision: last?.revision ?? -1, position: last?.position ?? end };
  };

  // A new server has written about itself.
  append('$users', undefined, [own('$User')]);
  append('$scavenges', undefined, [own('note-of-the-server')]);

  return {
    append,
    all: (): readonly LogRecord[] => records,
    end: () => end,
    /** Returns the index of the first record at a position or after it. */
    firstFrom: (position: number): number => {
      let [low, high] = [0, records.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((records[middle]?.position ?? 0) < position) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    /** Returns what a reader of a stream sees. */
    stream: (name: string): readonly LogRecord[] | 'missing' | 'deleted' => {
      if (tombstoned.has(name)) return 'deleted';
      const shown = streams.get(name)?.filter(({ revision }) => revision >= (firstShown.get(name) ?? 0)) ?? [];
      return shown.length === 0 ? 'missing' : shown;
    },
    /** Calls back after each append. */
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    softDelete: (name: string) => {
      firstShown.set(name, lastOf(name) + 1);
      append(`$$${name}`, undefined, [own('$metadata', `{"$tb":${hidden}}`)]);
    },
    tombstone: (name: string) => {
      write(name, hidden, own('$streamDeleted'));
      tombstoned.add(name);
    },
    /** Removes what readers of streams do not see. */
    scavenge: () => {
      records = records.filter(({ stream, revision }) => revision >= (firstShown.get(stream) ?? 0));
    },
    /** Makes this log an older copy of itself: everything from a position on was never written. */
    cutAt: (position: number) => {
      arrange(records.filter((record) => record.position < position));
      end = position;
    },
    /** Changes the bytes of an event, as somebody with the server's files could. */
    tamper: (id: string, change: (record: LogRecord) => LogRecord | undefined) => {
      arrange(records.flatMap((record) => (record.id === id ? (change(record) ?? []) : record)));
    },
  };
};

export type ServerLog = ReturnType<typeof createServerLog>;
