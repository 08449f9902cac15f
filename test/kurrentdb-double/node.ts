import { setTimeout as sleep } from 'node:timers/promises';
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import {
  appendedMessage,
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  featuresMessage,
  gossipMessage,
  type Member,
  notFoundMessage,
  proposedOf,
  type Refusal,
  textOf,
} from './messages.ts';
import { features, gossip, type sharedPb, streams, type streamsPb } from './protocol.ts';
import type { AppendAnswer, LogRecord, Proposed, ServerLog } from './server-log.ts';

type ReadCall = ServerWritableStream<InstanceType<typeof streamsPb.ReadReq>, InstanceType<typeof streamsPb.ReadResp>>;
type Options = NonNullable<ReturnType<InstanceType<typeof streamsPb.ReadReq>['getOptions']>>;

/** What the nodes of a cluster have in common. */
export type Cluster = Readonly<{
  log: ServerLog;
  members: () => readonly Member[];
  /** Milliseconds that an append takes. Meanwhile an equal one gets no answer. */
  commitTime: number;
  /** Milliseconds after which an append without an answer ends. */
  unanswered: number;
  password: string | undefined;
  tls: Readonly<{ key: string; cert: string }> | undefined;
}>;

/** Events of others between two checkpoints of a subscription with a filter. */
const window = 32;

const failure = (code: number, details: string, metadata?: Record<string, string>) => {
  const given = new Metadata();
  for (const [name, value] of Object.entries(metadata ?? {})) given.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata: given });
};

const filterOf = (options: Options): ((record: LogRecord) => boolean) => {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const byStream = filter.getStreamIdentifier();
  const expression = byStream ?? filter.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() || '^');
  return (record) => {
    const text = byStream ? record.stream : record.type;
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text);
  };
};

const isOver = (call: { cancelled: boolean; destroyed: boolean; writableEnded: boolean }): boolean =>
  call.cancelled || call.destroyed || call.writableEnded;

/** Starts one node. `host` is what others call it. */
export const startNode = async (cluster: Cluster, host: string) => {
  const { log } = cluster;
  const server = new Server();
  const calls = new Set<ReadCall | ServerDuplexStream<never, never>>();
  const underway = new Set<string>();
  let frozen: PromiseWithResolvers<void> | undefined;
  let notReadyUntil = 0;
  let port = 0;

  const hasMajority = () => cluster.members().filter(({ isAlive }) => isAlive).length * 2 > cluster.members().length;
  const isReady = () => performance.now() >= notReadyUntil && hasMajority();
  const isLeader = () => cluster.members().some((member) => member.port === port && member.isLeader);
  const mayCall = (metadata: Metadata): true | 'missing' | 'wrong' => {
    if (cluster.password === undefined) return true;
    const [given] = metadata.get('authorization');
    if (given === undefined) return 'missing';
    const [, password] = Buffer.from(String(given).replace('Basic ', ''), 'base64').toString('utf8').split(':');
    return password === cluster.password || 'wrong';
  };

  const appendOne = async (
    stream: string,
    expected: number | undefined,
    events: readonly Proposed[],
  ): Promise<AppendAnswer | Refusal> => {
    const key = JSON.stringify([stream, expected, events.map(({ id }) => id)]);
    if (underway.has(key)) {
      await sleep(cluster.unanswered);
      return 'timeout';
    }
    underway.add(key);
    await sleep(cluster.commitTime);
    await frozen?.promise;
    underway.delete(key);
    return isReady() ? log.append(stream, expected, events) : 'not-ready';
  };

  const batchAppend = (
    call: ServerDuplexStream<
      InstanceType<typeof streamsPb.BatchAppendReq>,
      InstanceType<typeof streamsPb.BatchAppendResp>
    >,
  ) => {
    calls.add(call as never);
    const begun = new Map<string, { stream: string; expected: number | undefined; events: Proposed[] }>();
    const allowed = mayCall(call.metadata);
    if (allowed === 'wrong') call.emit('error', failure(status.UNAUTHENTICATED, 'Unauthenticated'));
    call.on('data', async (request: InstanceType<typeof streamsPb.BatchAppendReq>) => {
      await frozen?.promise;
      const correlation: InstanceType<typeof sharedPb.UUID> | undefined = request.getCorrelationId();
      const id = correlation?.getString() ?? '';
      const options = request.getOptions();
      if (options) {
        const expected = options.hasNoStream()
          ? -1
          : options.hasStreamPosition()
            ? Number(options.getStreamPosition())
            : undefined;
        begun.set(id, { stream: textOf(options.getStreamIdentifier()), expected, events: [] });
      }
      const append = begun.get(id);
      if (!append) return;
      append.events.push(...request.getProposedMessagesList().map(proposedOf));
      if (!request.getIsFinal()) return;
      begun.delete(id);
      const { stream, expected, events } = append;
      const answer = allowed === 'missing' ? 'denied' : await appendOne(stream, expected, events);
      await frozen?.promise;
      if (!isOver(call)) call.write(appendedMessage(correlation, stream, answer, expected));
    });
    call.on('end', () => call.end());
    call.on('error', () => undefined);
    call.on('close', () => calls.delete(call as never));
  };

  /** Writes, and waits for a slow reader. */
  const write = async (call: ReadCall, message: InstanceType<typeof streamsPb.ReadResp>): Promise<void> => {
    await frozen?.promise;
    if (isOver(call) || call.write(message)) return;
    await new Promise<void>((resolve) => {
      for (const name of ['drain', 'close', 'cancelled']) call.once(name, resolve);
    });
  };

  const readStream = async (call: ReadCall, options: Options): Promise<void> => {
    const asked = options.getStream();
    const name = textOf(asked?.getStreamIdentifier());
    const found = log.stream(name);
    if (found === 'missing') return write(call, notFoundMessage(name));
    if (found === 'deleted')
      throw failure(status.FAILED_PRECONDITION, 'deleted', { exception: 'stream-deleted', 'stream-name': name });
    const isForwards = options.getReadDirection() === 0;
    const from = asked?.hasRevision() ? Number(asked.getRevision()) : asked?.hasEnd() ? Number.POSITIVE_INFINITY : 0;
    const shown = isForwards
      ? found.filter(({ revision }) => revision >= from)
      : found.filter(({ revision }) => revision <= from).toReversed();
    for (const record of shown.slice(0, Number(options.getCount()))) await write(call, eventMessage(record));
  };

  /** Returns the index of the first record at a position or after it. */
  const firstFrom = (position: number): number => {
    const records = log.all();
    let [low, high] = [0, records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((records[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Returns the index of a record. @throws in the middle of one. */
  const indexOf = (position: number): number => {
    const index = firstFrom(position);
    if (index < log.all().length && log.all()[index]?.position !== position)
      throw failure(status.UNKNOWN, 'Unexpected record');
    return index;
  };

  const readAll = async (call: ReadCall, options: Options): Promise<void> => {
    const all = options.getAll();
    const given = all?.getPosition();
    const records = log.all();
    const isForwards = options.getReadDirection() === 0;
    const from = given ? indexOf(Number(given.getCommitPosition())) : all?.hasEnd() ? records.length : 0;
    const ordered = isForwards ? records.slice(from) : records.slice(0, from + 1).toReversed();
    for (const record of ordered.slice(0, Number(options.getCount()))) await write(call, eventMessage(record));
  };

  const subscribe = async (call: ReadCall, options: Options): Promise<void> => {
    const given = options.getAll()?.getPosition();
    const matches = filterOf(options);
    let after = given ? Number(given.getCommitPosition()) : options.getAll()?.hasEnd() ? log.end() - 1 : -1;
    if (given && after < log.end()) indexOf(after);
    await write(call, confirmationMessage());
    // Behind the end the server waits for the log to come there, without a word.
    let isLive = after >= log.end() && after > 0;
    let skipped = 0;
    let wake: () => void = () => undefined;
    const stop = log.listen(() => wake());
    call.on('close', () => wake());
    call.on('cancelled', () => wake());
    try {
      while (!isOver(call)) {
        const records = log.all();
        let next = firstFrom(after + 1);
        if (next >= records.length) {
          if (!isLive) await write(call, caughtUpMessage());
          isLive = true;
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (firstFrom(after + 1) < log.all().length) resolve();
          });
          continue;
        }
        for (; next < records.length && !isOver(call); next += 1) {
          const record = records[next] as LogRecord;
          after = record.position;
          if (matches(record)) {
            skipped = 0;
            await write(call, eventMessage(record));
          } else if (++skipped % window === 0) await write(call, checkpointMessage(after));
        }
      }
    } finally {
      stop();
    }
  };

  const read = async (call: ReadCall): Promise<void> => {
    calls.add(call);
    call.on('close', () => calls.delete(call));
    call.on('error', () => undefined);
    try {
      await frozen?.promise;
      const allowed = mayCall(call.metadata);
      if (allowed === 'wrong') throw failure(status.UNAUTHENTICATED, 'Unauthenticated');
      if (allowed === 'missing')
        throw failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
      if (!isReady()) throw failure(status.UNKNOWN, 'Server Is Not Ready');
      const leader = cluster.members().find((member) => member.isLeader);
      if (call.metadata.get('requires-leader').length > 0 && leader && !isLeader())
        throw failure(status.NOT_FOUND, 'Leader info available', {
          exception: 'not-leader',
          'leader-endpoint-host': leader.host,
          'leader-endpoint-port': String(leader.port),
        });
      const options = call.request.getOptions() as Options;
      if (options.hasSubscription()) await subscribe(call, options);
      else await (options.hasStream() ? readStream(call, options) : readAll(call, options));
      await frozen?.promise;
      call.end();
    } catch (error) {
      call.emit('error', error);
    }
  };

  type Answer = (error: null, value: unknown) => void;
  const add = (service: unknown, handlers: unknown) => server.addService(service as never, handlers as never);
  add(streams.StreamsService, { read, batchAppend });
  add(gossip.GossipService, { read: (_: unknown, answer: Answer) => answer(null, gossipMessage(cluster.members())) });
  add(features.ServerFeaturesService, {
    getSupportedMethods: async (_: unknown, answer: Answer) => {
      await frozen?.promise;
      answer(null, featuresMessage());
    },
  });
  const credentials = cluster.tls
    ? ServerCredentials.createSsl(null, [
        { private_key: Buffer.from(cluster.tls.key), cert_chain: Buffer.from(cluster.tls.cert) },
      ])
    : ServerCredentials.createInsecure();
  const listen = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      server.bindAsync(`${host}:${wanted}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
    });
  port = await listen(0);

  const endCalls = (code: number, details: string, subscriptionsOnly = false) => {
    for (const call of [...calls])
      if (!subscriptionsOnly || 'request' in call) call.emit('error', failure(code, details));
  };

  return {
    host,
    port,
    /** Ends every subscription, as the server does with a slow reader. */
    endSubscriptions: () => endCalls(status.ABORTED, 'Consumer too slow', true),
    /** Ends every call, as a node does that is the leader no more. */
    resign: () => endCalls(status.UNAVAILABLE, 'leader changed'),
    /** Answers nothing until `thaw`. */
    freeze: () => {
      frozen ??= Promise.withResolvers<void>();
    },
    thaw: () => {
      frozen?.resolve();
      frozen = undefined;
    },
    /** Refuses all work for some milliseconds, as after a start. */
    beNotReady: (milliseconds: number) => {
      notReadyUntil = performance.now() + milliseconds;
    },
    kill: () => server.forceShutdown(),
  };
};

export type Node = Awaited<ReturnType<typeof startNode>>;
