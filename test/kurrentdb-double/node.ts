import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as grpc from '@grpc/grpc-js';
import * as messages from './messages.ts';
import { features, gossip, streams, streamsPb } from './protocol.ts';
import type { AppendAnswer, LogRecord, Proposed, ServerLog } from './server-log.ts';

type ReadCall = grpc.ServerWritableStream<
  InstanceType<typeof streamsPb.ReadReq>,
  InstanceType<typeof streamsPb.ReadResp>
>;
type AppendCall = grpc.ServerDuplexStream<messages.Append, InstanceType<typeof streamsPb.BatchAppendResp>>;
type Options = NonNullable<ReturnType<InstanceType<typeof streamsPb.ReadReq>['getOptions']>>;

/**
 * @property nodes      Default 1.
 * @property commitTime milliseconds that an append takes. Default 1.
 * @property unanswered milliseconds after which an append without an answer ends; a real server takes 2 to 3 s. Default 2,500.
 * @property password   Default: nobody needs one.
 * @property tls        Default: none.
 */
export type DoubleOptions = Readonly<{
  nodes?: number;
  commitTime?: number;
  unanswered?: number;
  password?: string;
  tls?: Readonly<{ key: string; cert: string }>;
}>;

/** What the nodes of a cluster have in common. */
export type Cluster = Readonly<{ log: ServerLog; members: () => readonly messages.Member[]; options: DoubleOptions }>;

/** Events of others between two checkpoints of a subscription with a filter. */
const window = 32;

const failure = (code: number, details: string, metadata?: Record<string, string>) => {
  const given = new grpc.Metadata();
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
  const { commitTime = 1, unanswered = 2_500, password: wanted, tls } = cluster.options;
  const server = new grpc.Server();
  const calls = new Set<ReadCall | AppendCall>();
  const underway = new Set<string>();
  let frozen: PromiseWithResolvers<void> | undefined;
  let notReadyUntil = 0;
  let port = 0;

  const whenThawed = async () => frozen?.promise;
  const hasMajority = () => cluster.members().filter(({ isAlive }) => isAlive).length * 2 > cluster.members().length;
  const isReady = () => performance.now() >= notReadyUntil && hasMajority();
  const mayCall = (metadata: grpc.Metadata): true | 'missing' | 'wrong' => {
    const [given] = metadata.get('authorization');
    if (wanted === undefined || given === undefined) return wanted === undefined || 'missing';
    return (
      Buffer.from(String(given).slice('Basic '.length), 'base64').toString('utf8').endsWith(`:${wanted}`) || 'wrong'
    );
  };

  type Answered = Promise<AppendAnswer | messages.Refusal>;
  const appendOne = async (stream: string, expected: number | undefined, events: readonly Proposed[]): Answered => {
    const key = JSON.stringify([stream, expected, events.map(({ id }) => id)]);
    if (underway.has(key)) {
      await sleep(unanswered);
      return 'timeout';
    }
    underway.add(key);
    await sleep(commitTime);
    await whenThawed();
    underway.delete(key);
    return isReady() ? log.append(stream, expected, events) : 'not-ready';
  };

  const keep = (call: ReadCall | AppendCall) => {
    calls.add(call);
    call.on('error', () => undefined);
    call.on('close', () => calls.delete(call));
  };

  /** An append is one message: the library divides only what is larger than the server takes. */
  const batchAppend = (call: AppendCall) => {
    keep(call);
    const allowed = mayCall(call.metadata);
    if (allowed === 'wrong') call.emit('error', failure(grpc.status.UNAUTHENTICATED, 'Unauthenticated'));
    call.on('data', async (request: messages.Append) => {
      await whenThawed();
      const options = request.getOptions();
      const stream = messages.textOf(options?.getStreamIdentifier());
      const given = options?.hasStreamPosition() ? Number(options.getStreamPosition()) : undefined;
      const expected = options?.hasNoStream() ? -1 : given;
      const events = request.getProposedMessagesList().map(messages.proposedOf);
      const answer = allowed === 'missing' ? 'denied' : await appendOne(stream, expected, events);
      await whenThawed();
      if (!isOver(call)) call.write(messages.appendedMessage(request, stream, answer, expected));
    });
    call.on('end', () => call.end());
  };

  /** Writes, and waits for a slow reader. */
  const write = async (call: ReadCall, message: InstanceType<typeof streamsPb.ReadResp>): Promise<void> => {
    await whenThawed();
    if (isOver(call) || call.write(message)) return;
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    for (const name of ['drain', 'close', 'cancelled']) call.on(name, resolve);
    await changed;
    for (const name of ['drain', 'close', 'cancelled']) call.off(name, resolve);
  };

  const readStream = async (call: ReadCall, options: Options): Promise<void> => {
    const asked = options.getStream();
    const name = messages.textOf(asked?.getStreamIdentifier());
    const found = log.stream(name);
    if (found === 'missing') return write(call, messages.notFoundMessage(name));
    if (found === 'deleted')
      throw failure(grpc.status.FAILED_PRECONDITION, 'deleted', { exception: 'stream-deleted', 'stream-name': name });
    const from = asked?.hasRevision() ? Number(asked.getRevision()) : 0;
    const shown = found.filter(({ revision }) => revision >= from);
    for (const record of shown.slice(0, Number(options.getCount()))) await write(call, messages.eventMessage(record));
  };

  /** Returns the index of a record. @throws in the middle of one. */
  const indexOf = (position: number): number => {
    const index = log.firstFrom(position);
    const found = log.all()[index];
    if (found && found.position !== position) throw failure(grpc.status.UNKNOWN, 'Unexpected record');
    return index;
  };

  const readAll = async (call: ReadCall, options: Options): Promise<void> => {
    const all = options.getAll();
    const given = all?.getPosition();
    const records = log.all();
    const isForwards = options.getReadDirection() === 0;
    const from = given ? indexOf(Number(given.getCommitPosition())) : all?.hasEnd() ? records.length : 0;
    const ordered = isForwards ? records.slice(from) : records.slice(0, from + 1).toReversed();
    for (const record of ordered.slice(0, Number(options.getCount()))) await write(call, messages.eventMessage(record));
  };

  const subscribe = async (call: ReadCall, options: Options): Promise<void> => {
    const given = options.getAll()?.getPosition();
    const matches = filterOf(options);
    let after = given ? Number(given.getCommitPosition()) : options.getAll()?.hasEnd() ? log.end() - 1 : -1;
    if (given && after < log.end()) indexOf(after);
    await write(call, messages.confirmationMessage());
    // Behind the end the server waits for the log to come there, without a word.
    let isLive = after >= log.end() && after > 0;
    let skipped = 0;
    let wake: () => void = () => undefined;
    const stop = log.listen(() => wake());
    for (const name of ['close', 'cancelled']) call.on(name, () => stop() ?? wake());
    while (!isOver(call)) {
      const records = log.all();
      let next = log.firstFrom(after + 1);
      if (next >= records.length) {
        if (!isLive) await write(call, messages.caughtUpMessage());
        isLive = true;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (log.firstFrom(after + 1) < log.all().length) resolve();
        });
        continue;
      }
      for (; next < records.length && !isOver(call); next += 1) {
        const record = records[next] as LogRecord;
        after = record.position;
        if (matches(record)) {
          skipped = 0;
          await write(call, messages.eventMessage(record));
        } else if (++skipped % window === 0) await write(call, messages.checkpointMessage(after));
      }
    }
  };

  const read = async (call: ReadCall): Promise<void> => {
    keep(call);
    try {
      await whenThawed();
      const allowed = mayCall(call.metadata);
      if (allowed === 'wrong') throw failure(grpc.status.UNAUTHENTICATED, 'Unauthenticated');
      if (allowed === 'missing') throw failure(grpc.status.PERMISSION_DENIED, 'Access Denied');
      if (!isReady()) throw failure(grpc.status.UNKNOWN, 'Server Is Not Ready');
      const leader = cluster.members().find((member) => member.isLeader);
      if (call.metadata.get('requires-leader').length > 0 && leader && leader.port !== port)
        throw failure(grpc.status.NOT_FOUND, 'Leader info available', {
          exception: 'not-leader',
          'leader-endpoint-host': leader.host,
          'leader-endpoint-port': String(leader.port),
        });
      const options = call.request.getOptions() as Options;
      if (options.hasSubscription()) await subscribe(call, options);
      else await (options.hasStream() ? readStream(call, options) : readAll(call, options));
      await whenThawed();
      call.end();
    } catch (error) {
      call.emit('error', error);
    }
  };

  type Answer = (error: null, value: unknown) => void;
  const add = (service: unknown, handlers: unknown) => server.addService(service as never, handlers as never);
  const remove = (call: { request: InstanceType<typeof streamsPb.DeleteReq> }, answer: Answer) => {
    log.softDelete(messages.textOf(call.request.getOptions()?.getStreamIdentifier()));
    answer(null, new streamsPb.DeleteResp());
  };
  add(streams.StreamsService, { read, batchAppend, delete: remove });
  add(gossip.GossipService, {
    read: (_: unknown, answer: Answer) => answer(null, messages.gossipMessage(cluster.members())),
  });
  const tell = (_: unknown, answer: Answer) => void whenThawed().then(() => answer(null, messages.featuresMessage()));
  add(features.ServerFeaturesService, { getSupportedMethods: tell });
  const { key, cert } = tls ?? {};
  const pair = key && cert && { private_key: Buffer.from(key), cert_chain: Buffer.from(cert) };
  const { createInsecure, createSsl } = grpc.ServerCredentials;
  const credentials = pair ? createSsl(null, [pair]) : createInsecure();
  port = await promisify<string, grpc.ServerCredentials, number>(server.bindAsync.bind(server))(
    `${host}:0`,
    credentials,
  );

  const endCalls = (code: number, details: string, subscriptionsOnly = false) => {
    for (const call of [...calls])
      if (!subscriptionsOnly || 'request' in call) call.emit('error', failure(code, details));
  };

  return {
    host,
    port,
    /** Ends every subscription, as the server does with a slow reader. */
    endSubscriptions: () => endCalls(grpc.status.ABORTED, 'Consumer too slow', true),
    /** Ends every call, as a node does that is the leader no more. */
    resign: () => endCalls(grpc.status.UNAVAILABLE, 'leader changed'),
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
