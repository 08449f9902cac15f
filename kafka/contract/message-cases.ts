import { CompressionTypes } from 'kafkajs';
import { expect } from 'vitest';
import type { Acl } from '../admin/acls.ts';
import { readLimits } from '../messages/fetch-last.ts';
import type { Case } from './case.ts';
import { clientOf, consume } from './client-of-others.ts';
import { asAdmin, eventually, failureOf, newName, newUser } from './on-broker.ts';

const textsOf = (messages: readonly Readonly<{ value: Buffer | null }>[]) =>
  messages.map(({ value }) => value?.toString());

export const messageCases: readonly Case[] = [
  [
    'a message is sent and read with its key, its headers and its place',
    async (broker) => {
      const name = newName('sent');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name, partitions: 3 });
        expect(await kafka.readLast(name)).toEqual([]);
        const first = await kafka.send(name, { key: 'order-1', value: '{"a":1}', headers: { source: 'test' } });
        expect(await kafka.send(name, { key: 'order-1', value: '{"a":2}' })).toEqual({
          ...first,
          offset: first.offset + 1,
        });
        const read = await kafka.readLast(name);
        expect(textsOf(read)).toEqual(['{"a":2}', '{"a":1}']);
        const [, sent] = read;
        expect(sent).toMatchObject({
          ...first,
          key: Buffer.from('order-1'),
          headers: [{ name: 'source', value: Buffer.from('test') }],
          isCut: false,
        });
        expect(Math.abs((sent?.timestamp ?? 0) - Date.now())).toBeLessThan(600_000);
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'the last messages of all partitions are read: no more than 50, and no more bytes than may be',
    async (broker) => {
      const name = newName('many');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name, partitions: 2 });
        const producer = clientOf(broker, broker).producer();
        await producer.connect();
        const messages = Array.from({ length: 120 }, (_, at) => ({
          value: `n${at}`,
          partition: at % 2,
          timestamp: String(1_700_000_000_000 + at),
        }));
        await producer.send({ topic: name, messages });
        const read = await kafka.readLast(name);
        expect(textsOf(read)).toEqual(Array.from({ length: 50 }, (_, at) => `n${119 - at}`));
        expect(textsOf(await kafka.readLast(name, 2))).toEqual(['n119', 'n118']);
        await producer.send({
          topic: name,
          messages: [1, 2, 3].map((part) => ({ value: String(part).repeat(150_000), partition: 0 })),
        });
        const large = await kafka.readLast(name, 3);
        expect(large.map(({ size, isCut }) => [size, isCut])).toEqual([
          [150_000, false],
          [150_000, true],
          [150_000, true],
        ]);
        expect(large.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)).toBe(readLimits.bytes);
        await producer.disconnect();
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'packed messages are read',
    async (broker) => {
      const name = newName('packed');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name });
        const producer = clientOf(broker, broker).producer();
        await producer.connect();
        await producer.send({
          topic: name,
          compression: CompressionTypes.GZIP,
          messages: [{ value: 'one' }, { key: 'k', value: null }],
        });
        // What is small packed and huge unpacked is not unpacked.
        await producer.send({
          topic: name,
          compression: CompressionTypes.GZIP,
          messages: [{ value: Buffer.alloc(20_000_000) }],
        });
        await producer.send({ topic: name, messages: [{ value: 'last' }] });
        const read = await kafka.readLast(name);
        expect(new Set(textsOf(read))).toEqual(new Set(['last', undefined, 'one']));
        expect(read.map(({ offset, unread }) => [offset, unread]).sort()).toEqual([
          [0, 0],
          [1, 0],
          [2, 1],
          [3, 0],
        ]);
        await producer.disconnect();
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'a message of 10 MB is told by its size, and many of them do not hide the newest',
    async (broker) => {
      const name = newName('large');
      const size = 10 * 1024 * 1024;
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name, configs: { 'max.message.bytes': '12000000' } });
        const producer = clientOf(broker, broker).producer();
        await producer.connect();
        for (const compression of [CompressionTypes.None, CompressionTypes.GZIP])
          await producer.send({ topic: name, compression, messages: [{ value: Buffer.alloc(size, 1) }] });
        const read = await kafka.readLast(name);
        expect(read.map((each) => [each.size, each.isCut, each.unread])).toEqual([
          [size, true, 0],
          [size, true, 0],
        ]);
        expect(read.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)).toBe(readLimits.bytes);
        for (const value of [Buffer.alloc(size), Buffer.alloc(size), Buffer.alloc(size), 'newest'])
          await producer.send({ topic: name, messages: [{ value }] });
        const last = await kafka.fetchLast(name);
        expect(last.isPartial).toBe(true);
        const fetched = last.fetched.reduce((sum, { records }) => sum + records.length, 0);
        expect(fetched).toBeLessThan(readLimits.fetchedBytes + size);
        expect(textsOf(await kafka.readLast(name))[0]).toBe('newest');
        await producer.disconnect();
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'messages that the broker packs itself are read, in each of its ways',
    async (broker) => {
      await asAdmin(broker, async (kafka) => {
        for (const packing of ['gzip', 'snappy', 'lz4', 'zstd']) {
          const name = newName(packing);
          await kafka.createTopic({ name, configs: { 'compression.type': packing } });
          await kafka.send(name, { key: 'k', value: packing.repeat(30_000) });
          expect(textsOf(await kafka.readLast(name))).toEqual([packing.repeat(30_000)]);
          await kafka.deleteTopic(name);
        }
      });
    },
  ],
  [
    'an organization sends and reads with a client of its own, and how far it is behind can be seen',
    async (broker) => {
      const name = newName('shared');
      const group = `${name}.readers`;
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name });
        const login = await newUser(kafka);
        const right = { principal: `User:${login.user}`, host: '*', permission: 'allow', name } as const;
        const rights: Acl[] = [
          { ...right, resource: 'topic', pattern: 'literal', operation: 'write' },
          { ...right, resource: 'topic', pattern: 'literal', operation: 'read' },
          { ...right, resource: 'group', pattern: 'prefixed', operation: 'read' },
        ];
        await kafka.createAcls(rights);
        await eventually(async () => (await kafka.describeAcls({ principal: right.principal })).length).toBe(3);
        expect(await kafka.lagOf(group)).toEqual({ state: 'Dead', members: 0, behind: [] });
        expect(await kafka.readersOf(name)).toEqual([]);
        const client = clientOf(broker, login);
        const producer = client.producer();
        await producer.connect();
        await producer.send({ topic: name, messages: [{ value: 'one' }, { value: 'two' }] });
        expect(await consume(client, group, name, 2)).toEqual(['one', 'two']);
        await expect
          .poll(() => kafka.lagOf(group))
          .toEqual({ state: 'Empty', members: 0, behind: [{ topic: name, partition: 0, messages: 0 }] });
        expect(await kafka.readersOf(name)).toEqual([group]);
        await producer.send({ topic: name, messages: [{ value: 'three' }] });
        expect((await kafka.lagOf(group)).behind).toEqual([{ topic: name, partition: 0, messages: 1 }]);
        expect(await kafka.readersOf(name, `${group}x`)).toEqual([]);
        expect(await consume(client, group, name, 1)).toEqual(['three']);
        await kafka.deleteAcls(rights);
        await expect
          .poll(() =>
            producer.send({ topic: name, messages: [{ value: 'four' }] }).then(
              () => 'sent',
              () => 'refused',
            ),
          )
          .toBe('refused');
        await expect(consume(client, group, name, 1)).rejects.toThrow();
        await kafka.growTopic(name, 2);
        await eventually(() => kafka.describeTopic(name)).toMatchObject({ partitions: 2 });
        expect(await kafka.send(name, { key: 'd', value: 'elsewhere' })).toEqual({ partition: 1, offset: 0 });
        expect(await kafka.topicLagOf(name, [group, 'nobody'])).toEqual([
          { state: 'Empty', members: 0, messages: 0, unread: 1 },
          { state: 'Dead', members: 0, messages: null, unread: 4 },
        ]);
        await producer.disconnect();
        await kafka.deleteUser(login.user);
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'there is nothing to read from or to send to a topic that is not there',
    async (broker) => {
      const name = newName('nobody');
      await asAdmin(broker, async (kafka) => {
        expect((await failureOf(kafka.readLast(name))).code).toBe('kafka.unknown-topic');
        expect((await failureOf(kafka.send(name, { value: '' }))).code).toBe('kafka.unknown-topic');
        expect(await kafka.describeTopic(name)).toBeUndefined();
        await kafka.createTopic({ name, configs: { 'max.message.bytes': '1000' } });
        expect((await failureOf(kafka.send(name, { value: 'x'.repeat(2_000) }))).code).toBe('kafka.refused');
        await kafka.deleteTopic(name);
      });
    },
  ],
];
