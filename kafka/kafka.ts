import { createAcls, deleteAcls, describeAcls } from './admin/acls.ts';
import { describeCluster } from './admin/cluster.ts';
import { alterConfigs, describeConfigs, describeSettings } from './admin/configs.ts';
import { lagOf, topicLagOf } from './admin/group-lag.ts';
import { readersOf } from './admin/readers.ts';
import { createTopic, deleteTopic, describeTopic, describeTopics, growTopic, listTopics } from './admin/topics.ts';
import { deleteUser, describeUsers, upsertUser } from './admin/users.ts';
import { type Brokers, connect } from './connect/connect.ts';
import type { PlacePolicy } from './connect/open-connection.ts';
import { fetchLast } from './messages/fetch-last.ts';
import { readLast } from './messages/read-last.ts';
import { send } from './messages/send.ts';
import type { KafkaTarget } from './target.ts';
import { within } from './within.ts';

/** Milliseconds of a call from first to last, with everything that it asks. */
const callLimit = 15_000;

const callsOf = (brokers: Brokers) => {
  /** Gives the brokers to a call. */
  const on =
    <Args extends unknown[], Answer>(call: (brokers: Brokers, ...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      call(brokers, ...args);
  return {
    cluster: on(describeCluster),
    listTopics: on(listTopics),
    describeTopic: on(describeTopic),
    describeTopics: on(describeTopics),
    createTopic: on(createTopic),
    growTopic: on(growTopic),
    deleteTopic: on(deleteTopic),
    describeConfigs: on(describeConfigs),
    describeSettings: on(describeSettings),
    alterConfigs: on(alterConfigs),
    createAcls: on(createAcls),
    describeAcls: on(describeAcls),
    deleteAcls: on(deleteAcls),
    upsertUser: on(upsertUser),
    describeUsers: on(describeUsers),
    deleteUser: on(deleteUser),
    lagOf: on(lagOf),
    topicLagOf: on(topicLagOf),
    readersOf: on(readersOf),
    send: on(send),
    fetchLast: on(fetchLast),
    readLast: on(readLast),
  };
};

type Calls = ReturnType<typeof callsOf>;

/** The brokers of one environment, as Portico uses them. Every call rejects with a `KafkaError`, after 15 s at the latest. */
export type KafkaClient = Calls & Readonly<{ close: () => Promise<void> }>;

/**
 * Connects to the brokers of an environment. Whoever opens it closes it.
 *
 * @param policy says where no broker may be. It is asked for each place, also those that a broker points to.
 * @throws KafkaError why no broker answers.
 */
export const openKafka = async (target: KafkaTarget, policy: PlacePolicy): Promise<KafkaClient> => {
  const opening = connect(target, policy);
  const brokers = await within(callLimit, target, opening).catch((error: unknown) => {
    // One that comes too late is closed, so that nothing stays open.
    void opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  });
  const calls = callsOf(brokers);
  const bounded = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: never[]) => within(callLimit, target, (call as (...given: never[]) => Promise<unknown>)(...args)),
    ]),
  );
  return { ...(bounded as Calls), close: brokers.close };
};

/** Connects, uses the brokers and closes. */
export const withKafka = async <Value>(
  target: KafkaTarget,
  policy: PlacePolicy,
  use: (kafka: KafkaClient) => Promise<Value>,
): Promise<Value> => {
  const kafka = await openKafka(target, policy);
  try {
    return await use(kafka);
  } finally {
    await kafka.close();
  }
};
