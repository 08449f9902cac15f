import { murmur2, ProduceAcks, produceV9 } from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';
import { KafkaError } from '../failure.ts';

/** A message to send. What is absent is null in Kafka. */
export type WantedMessage = Readonly<{ key?: string; value: string; headers?: Readonly<Record<string, string>> }>;

/** Where a message went. */
export type SentMessage = Readonly<{ partition: number; offset: number }>;

/** Bytes of key, value and headers: what a topic takes by default is 1 MB. */
const messageLimit = 1_000_000;
/** Milliseconds. */
const sendTimeout = 6_000;

/** Returns the partition that Kafka's own clients choose for a key; one by chance without a key. */
const partitionOf = (key: Buffer | undefined, partitions: number): number =>
  key ? (murmur2(key) & 0x7f_ff_ff_ff) % partitions : Math.floor(Math.random() * partitions);

/** Sends one message, and waits until all brokers in sync have it. @throws KafkaError `kafka.unknown-topic`, `kafka.not-allowed`, `kafka.refused`. */
export const send = async (
  brokers: Brokers,
  topic: string,
  { key, value, headers = {} }: WantedMessage,
): Promise<SentMessage> => {
  const bytes = Buffer.byteLength(JSON.stringify([key, value, headers]));
  if (bytes > messageLimit)
    throw new KafkaError('kafka.refused', { reason: `The message has more than ${messageLimit} bytes.` });
  const partitions = (await brokers.metadata([topic])).topics[0]?.partitions ?? [];
  const keyBytes = key === undefined ? undefined : Buffer.from(key);
  const partition = partitionOf(keyBytes, partitions.length);
  const leader = partitions.find(({ partitionIndex }) => partitionIndex === partition)?.leaderId ?? -1;
  if (leader < 0) throw new KafkaError('kafka.busy', { error: 'LEADER_NOT_AVAILABLE' });
  const message = {
    topic,
    partition,
    ...(keyBytes ? { key: keyBytes } : {}),
    value: Buffer.from(value),
    headers: new Map(Object.entries(headers).map(([name, text]) => [Buffer.from(name), Buffer.from(text)])),
    timestamp: BigInt(Date.now()),
  };
  const answer = await brokers.askNode(leader, produceV9.api, ProduceAcks.ALL, sendTimeout, [message], {});
  return {
    partition,
    offset: Number(
      (typeof answer === 'object' ? answer.responses[0] : undefined)?.partitionResponses[0]?.baseOffset ?? -1n,
    ),
  };
};
