import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { alterUserScramCredentialsV0, createTopicsV7, ScramMechanisms } from '@platformatic/kafka';
import { type Acl, createAcls } from '#kafka/admin/acls.ts';
import { describeTopics, type Topic } from '#kafka/admin/topics.ts';
import { type Brokers, connect } from '#kafka/connect/connect.ts';
import { type BrokerUnderTest, targetOf } from '#kafka/contract/broker-under-test.ts';

/** What one call makes: a broker writes each call to its disk once, however much it is. */
const topicsInCall = 200;
const usersInCall = 500;
const aclsInCall = 500;
/** Milliseconds. */
const callTimeout = 15_000;
/** The least that a broker takes. */
const iterations = 4096;

/** @property users that can log in, all with one password: to make a hash for each would take longer than all else. */
type Content = Readonly<{
  topics: readonly string[];
  users: readonly string[];
  password: string;
  acls: readonly Acl[];
}>;

const inParts = async <Value>(all: readonly Value[], size: number, work: (part: Value[]) => Promise<unknown>) => {
  for (let first = 0; first < all.length; first += size) await work(all.slice(first, first + size));
};

const fill = async (brokers: Brokers, { topics, users, password, acls }: Content): Promise<Map<string, Topic>> => {
  await inParts(topics, topicsInCall, (names) =>
    brokers.askController(
      createTopicsV7.api,
      names.map((name) => ({ name, numPartitions: 1, replicationFactor: 1, assignments: [], configs: [] })),
      callTimeout,
      false,
    ),
  );
  const salt = randomBytes(32);
  const saltedPassword = pbkdf2Sync(password, salt, iterations, 64, 'sha512');
  const mechanism = ScramMechanisms.SCRAM_SHA_512;
  await inParts(users, usersInCall, (names) =>
    brokers.askController(
      alterUserScramCredentialsV0.api,
      [],
      names.map((name) => ({ name, mechanism, iterations, salt, saltedPassword })),
    ),
  );
  await inParts(acls, aclsInCall, (some) => createAcls(brokers, some));
  const found = await describeTopics(brokers, topics);
  return new Map([...found].flatMap(([name, topic]) => (typeof topic === 'object' ? [[name, topic] as const] : [])));
};

/**
 * Fills a broker with many things, some hundreds in a call. One by one, as a person's commands make them, would take the most part of an
 * hour.
 *
 * @returns the topics by their names.
 */
export const fillBroker = async (broker: BrokerUnderTest, content: Content): Promise<ReadonlyMap<string, Topic>> => {
  const brokers = await connect(targetOf(broker), async () => undefined);
  try {
    return await fill(brokers, content);
  } finally {
    await brokers.close();
  }
};
