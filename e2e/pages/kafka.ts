import { type Page, test } from '@playwright/test';
import { targetOf } from '#kafka/contract/broker-under-test.ts';
import { type KafkaClient, withKafka } from '#kafka/kafka.ts';
import { type OwnBroker, startSandboxBroker } from '../../test/kafka/any-broker.ts';
import { call, shown } from './call.ts';

/** Brokers that the specs of a file have for themselves. */
export const ownBrokers = () => {
  let broker: OwnBroker;
  test.beforeAll(async () => {
    broker = await startSandboxBroker();
  });
  test.afterAll(() => broker.close());
  return {
    broker: () => broker,
    /** Uses them as their administrator. */
    asAdmin: <Value>(use: (kafka: KafkaClient) => Promise<Value>): Promise<Value> =>
      withKafka(targetOf(broker), async () => undefined, use),
    /** Adds them as a resource. Answers its id once it is shown. */
    register: async (page: Page, name: string): Promise<number> => {
      const { plain: address, user, password } = broker;
      const settings = { envType: 'DEV', address, securityProtocol: 'SASL_PLAINTEXT', mechanism: 'SCRAM-SHA-512' };
      const configs = Object.entries({ ...settings, user, password }).map(([key, value]) => ({ name: key, value }));
      const json = { id: 0, type: 'KAFKA', name, isPublic: true, access: [], configs, allowPlaintext: true };
      const saved = await call<{ id: number; position: string }>(page, 'POST', '/api/resources', { json });
      await shown(page, saved.position);
      return saved.id;
    },
  };
};
