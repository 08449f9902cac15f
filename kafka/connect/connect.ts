import { setTimeout as sleep } from 'node:timers/promises';
import { type API, apiVersionsV3, type Connection, metadataV12, ResponseError } from '@platformatic/kafka';
import { isFailure, KafkaError } from '../failure.ts';
import { type BrokerPlace, type KafkaTarget, placesIn, placeText } from '../target.ts';
import { errorOf } from './error-of.ts';
import { openConnection, type PlacePolicy } from './open-connection.ts';

/** What a broker answers to a question for its topics, and for its calls. */
export type Metadata = Awaited<ReturnType<typeof metadataV12.api.async>>;
type Versions = Awaited<ReturnType<typeof apiVersionsV3.api.async>>;

type Open = Readonly<{ connection: Connection; place: BrokerPlace }>;
/** A call of the protocol in one version, with what it takes and answers. */
type Call<Args extends unknown[], Answer> = Pick<API<Args, Answer>, 'async' | 'key' | 'version'>;

/**
 * Returns a call about many things whose answer is read although one of them has an error. The client throws then, and keeps the answer
 * in its error.
 */
export const withErrors = <Args extends unknown[], Answer>(call: Call<Args, Answer>): Call<Args, Answer> => ({
  key: call.key,
  version: call.version,
  async: (connection, ...args) =>
    call.async(connection, ...args).catch((error: unknown) => {
      if (error instanceof ResponseError && error.response) return error.response as Answer;
      throw error;
    }),
});

/**
 * Connections to the brokers of a target.
 *
 * @property metadataOfEach answers also when one of the topics has an error, which then stands at it.
 * @property ask           asks any broker.
 * @property askController asks the broker that changes what all of them know.
 * @property askNode       asks the broker with this id.
 */
export type Brokers = Readonly<{
  ask: <Args extends unknown[], Answer>(call: Call<Args, Answer>, ...args: Args) => Promise<Answer>;
  askController: <Args extends unknown[], Answer>(call: Call<Args, Answer>, ...args: Args) => Promise<Answer>;
  askNode: <Args extends unknown[], Answer>(node: number, call: Call<Args, Answer>, ...args: Args) => Promise<Answer>;
  metadata: (topics: readonly string[] | null) => Promise<Metadata>;
  metadataOfEach: (topics: readonly string[]) => Promise<Metadata>;
  versions: Versions;
  close: () => Promise<void>;
}>;

/** Milliseconds that a broker that says "not just now" is asked again, and between two times. */
const busyPatience = 5_000;
const busyPause = 100;
/** Milliseconds for all brokers of the addresses together. */
const openPatience = 12_000;

/** What another broker would say too. */
const sameEverywhere = (error: unknown): boolean =>
  error instanceof KafkaError &&
  !['kafka.unreachable', 'kafka.no-answer', 'kafka.place-refused'].includes(error.failure.code);

const openFirst = async (target: KafkaTarget, policy: PlacePolicy): Promise<Open> => {
  const deadline = Date.now() + openPatience;
  let first: unknown;
  for (const place of placesIn(target.servers)) {
    if (Date.now() > deadline) break;
    try {
      return { connection: await openConnection(target, place, policy), place };
    } catch (error) {
      first ??= error;
      if (sameEverywhere(error)) throw error;
    }
  }
  throw first;
};

const close = async ({ connection }: Open): Promise<void> => {
  connection.socket.destroy();
  await connection.close().catch(() => undefined);
};

/** Returns the answer of a call, and asks again as long as the broker is only busy. */
const answerOf = async <Args extends unknown[], Answer>(
  target: KafkaTarget,
  { connection, place }: Open,
  versions: Versions | undefined,
  call: Call<Args, Answer>,
  args: Args,
): Promise<Answer> => {
  const known = versions?.apiKeys.find(({ apiKey }) => apiKey === call.key);
  if (versions && !(known && known.minVersion <= call.version && call.version <= known.maxVersion))
    throw new KafkaError('kafka.too-old', {
      host: placeText(place),
      reason: `${known?.name ?? call.key} ${call.version}`,
    });
  const deadline = Date.now() + busyPatience;
  for (;;) {
    try {
      return await call.async(connection, ...args);
    } catch (error) {
      const failed = errorOf(error, target, place);
      if (!isFailure(failed, 'kafka.busy') || Date.now() > deadline) throw failed;
      await sleep(busyPause);
    }
  }
};

/** A broker that asks for a login ends a connection without one at the first call that is not about versions. */
const asLoginNeeded = (error: unknown, target: KafkaTarget, { place }: Open): unknown =>
  !target.protocol.startsWith('SASL') && isFailure(error, 'kafka.unreachable')
    ? new KafkaError('kafka.login-needed', { host: placeText(place) })
    : error;

/**
 * Connects to the first broker of a target that answers, and asks it which calls it knows.
 *
 * @throws KafkaError why none of them does: the first broker's reason, or one that all would give.
 */
export const connect = async (target: KafkaTarget, policy: PlacePolicy): Promise<Brokers> => {
  const first = await openFirst(target, policy);
  const nodes = new Map<number, Promise<Open>>();
  const closeAll = async () => {
    const opened = await Promise.allSettled(nodes.values());
    await Promise.all(
      [first, ...opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))].map(close),
    );
  };
  try {
    const versions = await answerOf(target, first, undefined, apiVersionsV3.api, ['portico', '1']);
    const metadata = (topics: readonly string[] | null) =>
      answerOf(target, first, versions, metadataV12.api, [topics === null ? null : [...topics], false, false]);
    const metadataOfEach = (topics: readonly string[]) =>
      answerOf(target, first, versions, withErrors(metadataV12.api), [[...topics], false, false]);
    const cluster = await metadata([]).catch((error: unknown) => {
      throw asLoginNeeded(error, target, first);
    });
    /** Where a broker says that another one is, the policy is asked again. */
    const nodeOf = (node: number): Promise<Open> => {
      const place = cluster.brokers.find(({ nodeId }) => nodeId === node);
      if (!place || (place.host === first.place.host && place.port === first.place.port)) return Promise.resolve(first);
      const known = nodes.get(node);
      if (known) return known;
      const opened = openConnection(target, place, policy).then((connection) => ({ connection, place }));
      nodes.set(node, opened);
      return opened;
    };
    const askNode: Brokers['askNode'] = async (node, call, ...args) =>
      await answerOf(target, await nodeOf(node), versions, call, args);
    return {
      ask: (call, ...args) => answerOf(target, first, versions, call, args),
      askController: (call, ...args) => askNode(cluster.controllerId, call, ...args),
      askNode,
      metadata,
      metadataOfEach,
      versions,
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};
