import { type Consumer, Kafka as KafkaJs, logLevel } from 'kafkajs';
import type { BrokerUnderTest } from './broker-under-test.ts';

/** Returns a client as an organization has it, which is not Portico's. It calls itself by its login, as the configurations say. */
export const clientOf = ({ plain }: BrokerUnderTest, login: Readonly<{ user: string; password: string }>): KafkaJs =>
  new KafkaJs({
    clientId: login.user,
    brokers: [plain],
    sasl: { mechanism: 'scram-sha-512', username: login.user, password: login.password },
    connectionTimeout: 5_000,
    logLevel: logLevel.NOTHING,
    // The first group of a broker waits until Kafka has made its topic of offsets: seconds on a busy machine.
    retry: { retries: 100, initialRetryTime: 50, maxRetryTime: 300 },
  });

/** Reads a topic as a member of a group until so many messages came. Returns their values. */
export const consume = async (client: KafkaJs, group: string, topic: string, count: number): Promise<string[]> => {
  const consumer: Consumer = client.consumer({ groupId: group, sessionTimeout: 10_000, heartbeatInterval: 1_000 });
  const values: string[] = [];
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      // A broker that is still getting ready ends the first try: kafkajs goes on by itself.
      consumer.on(consumer.events.CRASH, ({ payload }) => !payload.restart && reject(payload.error));
      consumer
        .run({
          eachMessage: async ({ message }) => {
            values.push(message.value?.toString() ?? '');
            if (values.length === count) resolve();
          },
        })
        .catch(reject);
    });
    return values;
  } finally {
    // It commits what it has read.
    await consumer.disconnect();
  }
};
