import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cases } from '../../kafka/contract/cases.ts';
import { clientOf } from '../../kafka/contract/client-of-others.ts';
import { asAdmin, eventually, newUser } from '../../kafka/contract/on-broker.ts';
import { notHeld } from './not-held.ts';
import { type SandboxBroker, startBroker } from './start-broker.ts';

const admin = { user: 'admin', password: 'of-this-suite' };

let folder: string;
let broker: SandboxBroker;
const asUnderTest = (running: SandboxBroker) => ({ name: 'sandbox', ...running, ...admin }) as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-sandbox-kafka-'));
  broker = await startBroker({ folder, admin });
});
afterAll(async () => {
  await broker.close();
  await rm(folder, { recursive: true });
  console.log(
    ['What a real Kafka does and the sandbox broker does not:', ...notHeld.map((each) => `  ${each}`)].join('\n'),
  );
});

describe('the broker of the sandbox', () => {
  it.each(cases)('%s', async (_name, run) => {
    await run(asUnderTest(broker));
  });
});

it('says that it is the sandbox', async () => {
  expect((await asAdmin(asUnderTest(broker), (kafka) => kafka.cluster())).id).toContain('sandbox');
});

it('has everything again after a start', async () => {
  const acl = {
    resource: 'topic',
    name: 'kept',
    pattern: 'literal',
    principal: 'User:kept',
    host: '*',
    operation: 'read',
    permission: 'allow',
  } as const;
  const { user } = await asAdmin(asUnderTest(broker), async (kafka) => {
    await kafka.createTopic({ name: 'kept', partitions: 2, configs: { 'retention.ms': '5' } });
    await kafka.createAcls([acl]);
    await kafka.send('kept', { key: 'k', value: 'v' });
    return await newUser(kafka);
  });
  await broker.close();
  broker = await startBroker({ folder, admin });
  await asAdmin(asUnderTest(broker), async (kafka) => {
    expect(await kafka.describeTopic('kept')).toMatchObject({ partitions: 2 });
    expect((await kafka.describeConfigs('kept')).filter(({ isOwn }) => isOwn)).toMatchObject([
      { key: 'retention.ms', value: '5' },
    ]);
    expect(await kafka.describeAcls({ principal: 'User:kept' })).toEqual([acl]);
    expect(await kafka.describeUsers([user])).toEqual([user]);
    expect((await kafka.readLast('kept')).map(({ value }) => String(value))).toEqual(['v']);
    expect((await kafka.send('kept', { key: 'k', value: 'w' })).offset).toBe(1);
  });
});

it('two readers of a group share the partitions, and the one that stays reads all', async () => {
  const at = asUnderTest(broker);
  await asAdmin(at, (kafka) => kafka.createTopic({ name: 'shared', partitions: 2 }));
  const read = { one: new Set<number>(), other: new Set<number>() };
  let messages = 0;
  const readerOf = async (name: 'one' | 'other') => {
    const consumer = clientOf(at, admin).consumer({
      groupId: 'both',
      sessionTimeout: 6_000,
      heartbeatInterval: 200,
      maxWaitTimeInMs: 200,
      rebalanceTimeout: 3_000,
    });
    await consumer.connect();
    await consumer.subscribe({ topic: 'shared', fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ partition }) => {
        read[name].add(partition);
        messages += 1;
      },
    });
    return consumer;
  };
  const producer = clientOf(at, admin).producer();
  await producer.connect();
  /** Sends a message to each partition, and returns how many partitions each reader had. */
  const readBy = async () => {
    for (const seen of Object.values(read)) seen.clear();
    messages = 0;
    await producer.send({ topic: 'shared', messages: [0, 1].map((partition) => ({ partition, value: 'v' })) });
    await vi.waitFor(() => expect(messages).toBeGreaterThanOrEqual(2), 20_000);
    return [read.one.size, read.other.size];
  };
  const one = await readerOf('one');
  const other = await readerOf('other');
  await eventually(readBy).toEqual([1, 1]);
  await one.disconnect();
  await eventually(readBy).toEqual([0, 2]);
  await Promise.all([other.disconnect(), producer.disconnect()]);
});
