import { expect } from 'vitest';
import type { Case } from './case.ts';
import { asAdmin, eventually, failureOf, newName } from './on-broker.ts';

export const topicCases: readonly Case[] = [
  [
    'the cluster says what it is, and what one may do there',
    async (broker) => {
      const cluster = await asAdmin(broker, (kafka) => kafka.cluster());
      expect(cluster).toMatchObject({ version: '4.1', hasAcls: true, mayAdminister: true });
      expect(cluster.brokers).toHaveLength(1);
      expect(cluster.id).not.toBe('');
    },
  ],
  [
    'a topic is made, found, grown and deleted, and its name is free again',
    async (broker) => {
      const name = newName('orders');
      await asAdmin(broker, async (kafka) => {
        expect(await kafka.describeTopic(name)).toBeUndefined();
        await kafka.createTopic({ name, partitions: 2, replication: 1 });
        expect(await kafka.describeTopic(name)).toEqual({
          id: expect.any(String),
          name,
          partitions: 2,
          replication: 1,
          isInternal: false,
          isReady: true,
        });
        expect(await kafka.listTopics()).toContain(name);
        const [found, settings] = [
          await kafka.describeTopics([name, `${name}.no`]),
          await kafka.describeSettings(
            new Map([
              [name, ['retention.ms']],
              [`${name}.no`, ['retention.ms']],
            ]),
          ),
        ];
        expect(found).toEqual(
          new Map<string, unknown>([
            [name, await kafka.describeTopic(name)],
            [`${name}.no`, 'missing'],
          ]),
        );
        expect([...settings]).toEqual([[name, [expect.objectContaining({ key: 'retention.ms', isOwn: false })]]]);
        await kafka.growTopic(name, 4);
        expect(await kafka.describeTopic(name)).toMatchObject({ partitions: 4 });
        expect(await kafka.deleteTopic(name)).toBe(true);
        expect(await kafka.describeTopic(name)).toBeUndefined();
        expect(await kafka.deleteTopic(name)).toBe(false);
        await expect
          .poll(() =>
            kafka.createTopic({ name, partitions: 1 }).then(
              () => 'made',
              (error: Error) => error.message,
            ),
          )
          .toBe('made');
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'a topic is deleted by its id, and another one of the same name stays',
    async (broker) => {
      const name = newName('twice');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name, partitions: 1 });
        const first = (await kafka.describeTopic(name))?.id ?? '';
        expect(await kafka.deleteTopic(name, first)).toBe(true);
        await eventually(() =>
          kafka.createTopic({ name, partitions: 2 }).then(
            () => 'made',
            (error: Error) => error.message,
          ),
        ).toBe('made');
        expect(await kafka.deleteTopic(name, first)).toBe(false);
        const second = await kafka.describeTopic(name);
        expect(second).toMatchObject({ partitions: 2 });
        expect(second?.id).not.toBe(first);
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'a topic that is only checked is not made',
    async (broker) => {
      const name = newName('checked');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name, configs: { 'retention.ms': '60000' } }, { validateOnly: true });
        const wrong = kafka.createTopic({ name, configs: { 'retention.ms': 'long' } }, { validateOnly: true });
        expect(await failureOf(wrong)).toMatchObject({
          code: 'kafka.config-invalid',
          parameters: { key: 'retention.ms' },
        });
        expect(await kafka.describeTopic(name)).toBeUndefined();
      });
    },
  ],
  [
    'what can not be is refused in the words of the broker',
    async (broker) => {
      const name = newName('refused');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name, partitions: 2 });
        const reasonOf = async (started: Promise<unknown>) => {
          const { code, parameters } = await failureOf(started);
          return `${code}: ${parameters?.reason}`;
        };
        expect(await reasonOf(kafka.createTopic({ name }))).toBe(`kafka.topic-taken: Topic '${name}' already exists.`);
        expect(await reasonOf(kafka.createTopic({ name: newName('three'), replication: 3 }))).toBe(
          'kafka.refused: Unable to replicate the partition 3 time(s): The target replication factor of 3 cannot be reached because only 1 broker(s) are registered.',
        );
        expect(await reasonOf(kafka.createTopic({ name: 'no spaces' }))).toMatch(/^kafka\.refused: .*'no spaces'/);
        const twin = name.replaceAll('.', '_');
        expect(await reasonOf(kafka.createTopic({ name: twin }))).toBe(
          `kafka.refused: Topic '${twin}' collides with existing topic: ${name}`,
        );
        expect(await reasonOf(kafka.growTopic(name, 1))).toBe(
          `kafka.refused: The topic ${name} currently has 2 partition(s); 1 would not be an increase.`,
        );
        expect(await reasonOf(kafka.growTopic(name, 2))).toMatch(/^kafka\.refused: /);
        expect((await failureOf(kafka.growTopic(newName('nobody'), 2))).code).toBe('kafka.unknown-topic');
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'one setting of a topic changes and the others stay',
    async (broker) => {
      const name = newName('settings');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name, configs: { 'retention.ms': '60000', 'max.message.bytes': '2000' } });
        const own = async () =>
          Object.fromEntries(
            (await kafka.describeConfigs(name)).filter(({ isOwn }) => isOwn).map(({ key, value }) => [key, value]),
          );
        expect(await own()).toEqual({ 'retention.ms': '60000', 'max.message.bytes': '2000' });
        await kafka.alterConfigs(name, { 'retention.ms': '120000' });
        await eventually(own).toEqual({ 'retention.ms': '120000', 'max.message.bytes': '2000' });
        await kafka.alterConfigs(name, { 'retention.ms': null, 'cleanup.policy': 'compact' });
        await eventually(own).toEqual({ 'cleanup.policy': 'compact', 'max.message.bytes': '2000' });
        const all = await kafka.describeConfigs(name);
        expect(all.find(({ key }) => key === 'retention.ms')).toEqual({
          key: 'retention.ms',
          value: '604800000',
          isOwn: false,
          isReadOnly: false,
        });
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'a wrong setting is refused with its key, and nothing changes',
    async (broker) => {
      const name = newName('wrong');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name });
        const wrong = await failureOf(kafka.alterConfigs(name, { 'retention.ms': 'abc' }));
        expect(wrong).toMatchObject({
          code: 'kafka.config-invalid',
          parameters: {
            key: 'retention.ms',
            reason: 'Invalid value abc for configuration retention.ms: Not a number of type LONG',
          },
        });
        const unknown = await failureOf(
          kafka.alterConfigs(name, { 'retention.ms': '1', nope: '1' }, { validateOnly: true }),
        );
        expect(unknown).toMatchObject({
          code: 'kafka.config-invalid',
          parameters: { key: 'nope', reason: 'Unknown topic config name: nope' },
        });
        await kafka.alterConfigs(name, { 'retention.ms': '5' }, { validateOnly: true });
        expect((await kafka.describeConfigs(name)).filter(({ isOwn }) => isOwn)).toEqual([]);
        expect((await failureOf(kafka.alterConfigs(newName('nobody'), { 'retention.ms': '5' }))).code).toBe(
          'kafka.unknown-topic',
        );
        expect((await failureOf(kafka.describeConfigs(newName('nobody')))).code).toBe('kafka.unknown-topic');
        await kafka.deleteTopic(name);
      });
    },
  ],
];
