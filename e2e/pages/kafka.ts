import { expect, type Page, test } from '@playwright/test';
import { targetOf } from '#kafka/contract/broker-under-test.ts';
import { type KafkaClient, withKafka } from '#kafka/kafka.ts';
import { type OwnBroker, startSandboxBroker } from '../../test/kafka/any-broker.ts';
import { call, shown } from './call.ts';
import { newName } from './demo.ts';

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

type Saved = Readonly<{ id: number; position: string }>;

/** Makes a topic of the demo's Orders at a Kafka, for an organization, and waits until Kafka has it. */
export const makeTopic = async (
  page: Page,
  kafkaEnvId: number,
  config = '{}',
): Promise<Readonly<{ id: number; name: string; organizationId: number }>> => {
  const categories = await call<{ id: number; name: string; events: { id: number }[] }[]>(
    page,
    'GET',
    '/api/event-categories',
  );
  const orders = categories.find(({ name }) => name === 'Orders');
  const [organization] = await call<{ id: number; name: string }[]>(page, 'GET', '/api/all-organizations');
  if (!orders || !organization) throw new Error('the demo has no orders');
  const name = `orders.${newName()}`;
  const json = {
    ...{ id: 0, name, kafkaEnvId, categoryId: orders.id, organizationId: organization.id, organizationAttr: '{}' },
    ...{ subscribed: orders.events.map(({ id }) => id).slice(0, 1), config },
  };
  const { id, position } = await call<Saved>(page, 'POST', '/api/event-topic', { json });
  await shown(page, position);
  await expect
    .poll(async () => (await call<{ made: unknown }>(page, 'GET', `/api/event-topic/${id}`)).made)
    .not.toBeNull();
  return { id, name, organizationId: organization.id };
};
