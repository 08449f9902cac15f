import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamOf } from '#domain/core/id.ts';
import type { Answer } from '#domain/difference/difference.ts';
import type { EventTopicDetails } from '#domain/event-topic/event-topic.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import type { Acl } from '#kafka/admin/acls.ts';
import { newName } from '#kafka/contract/on-broker.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { aclsOf, principalOf } from '#kafka/subscription-acls.ts';
import { randomId } from '#platform/uuid.ts';
import { brokersToTest } from '#test/kafka/any-broker.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import { subscriptionRequests } from '#test/world/subscription-requests.ts';
import { type TopicsOfWorld, topicsOf } from '#test/world/topics-of-world.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

const kafkaEnvId = 70;
const stranger = principalOf('reports');

type Row = Readonly<{
  id: string;
  objectId: string;
  form: string;
  state: string;
  digest: string;
  fields: { field: string; applied: string | null; held: string | null }[];
}>;

describe.each(brokersToTest)('at $title', ({ isLeftOut, start }) => {
  describe.skipIf(isLeftOut)('what differs at Kafka', { timeout: lastNet }, () => {
    let world: WorkedWorld;
    let topics: TopicsOfWorld;
    let ask: ReturnType<typeof subscriptionRequests>;
    beforeAll(async () => {
      world = await startWorkedWorld({ sweep: { every: 100, gateways: 100 } });
      topics = await topicsOf(world, kafkaEnvId, start);
      ask = subscriptionRequests(world);
    }, lastNet);
    afterAll(async () => {
      await world?.close();
      await topics?.close();
    });

    type Made = Readonly<{ id: number; details: EventTopicDetails }>;
    const made = async (changes: Partial<EventTopicDetails> = {}): Promise<Made> => {
      const details = topics.wanted({ name: newName('orders'), ...changes });
      const { id, operationId } = await topics.add(details);
      await world.completed(operationId);
      return { id, details };
    };
    const subscribed = async ({ id: topicId, details }: Made): Promise<number> => {
      const id = world.nextId();
      await world.completed(await ask.add(id, { kafkaEnvId, topicId, topicName: details.name }));
      return id;
    };
    const byHand = <Value>(work: (kafka: KafkaClient) => Promise<Value>) => topics.asAdmin(work);
    const right = (name: string, changes: Partial<Acl> = {}): Acl => ({
      resource: 'topic',
      name,
      pattern: 'literal',
      principal: stranger,
      host: '*',
      operation: 'read',
      permission: 'allow',
      ...changes,
    });
    const rowsAt = async (place: string, where = "state <> 'answered'"): Promise<Row[]> => {
      const { rows } = await world.pool.query<Row>(
        `select id, object_id as "objectId", form, state, digest, fields from differences where place = $1 and ${where} order by id`,
        [place],
      );
      return rows;
    };
    /** Waits for what waits for an answer at a place. */
    const shown = (place: string, expected: object[]): Promise<Row[]> =>
      within(1_500, async () => {
        const rows = await rowsAt(place);
        expect(rows).toMatchObject(expected);
        expect(rows).toHaveLength(expected.length);
        return rows;
      });
    const answer = async (place: string, how: Answer): Promise<string> => {
      const [row] = await rowsAt(place, "state in ('open', 'ignored')");
      if (!row) throw new Error(`nothing waits at ${place}`);
      const operationId = randomId();
      await world.send(kafkaDifferenceDecider, row.id, {
        type: 'AnswerDifference',
        data: { operationId, answer: how, digest: row.digest, reason: 'tried' },
      });
      return operationId;
    };
    const answered = async (place: string, how: Answer) => world.completed(await answer(place, how));
    /** What people were told of loudly. */
    const told = async () =>
      (await world.store.read(streamOf('kafka-rights', kafkaEnvId))).flatMap((event) =>
        event.type === 'KafkaRightsFound' ? event.data.rights.map(({ name }) => name) : [],
      );
    const topicAt = ({ id }: Made) => streamOf('event-topic', id);
    const whole = streamOf('resource', kafkaEnvId);

    type Scene = Readonly<{
      by: (kafka: KafkaClient, topic: Made) => Promise<unknown>;
      found: object;
      how: Answer;
      after: (topic: Made) => Promise<void>;
    }>;
    const scenes: readonly (readonly [string, Scene])[] = [
      [
        'partitions that were grown are shown without a save, and adopted',
        {
          by: (kafka, { details }) => kafka.growTopic(details.name, 5),
          found: {
            objectId: 'partitions',
            form: 'changed',
            fields: [{ field: 'partitions', applied: '2', held: '5' }],
          },
          how: 'adopt',
          after: async ({ id }) => {
            const state = await topics.stateOf(id);
            expect(state).toMatchObject({ details: { partitions: 5 }, made: { partitions: 5 }, operationId: null });
          },
        },
      ],
      [
        'a setting that was changed is put back, and no other one',
        {
          by: (kafka, { details }) =>
            kafka.alterConfigs(details.name, { 'retention.ms': '5', 'max.message.bytes': '2000' }),
          found: {
            objectId: 'settings',
            form: 'changed',
            fields: [{ field: 'retention.ms', applied: '60000', held: '5' }],
          },
          how: 'reapply',
          after: async ({ details }) =>
            expect(await topics.ownConfig(details.name)).toEqual({
              'retention.ms': '60000',
              'max.message.bytes': '2000',
            }),
        },
      ],
      [
        'a setting that was given back to the broker is adopted',
        {
          by: (kafka, { details }) => kafka.alterConfigs(details.name, { 'retention.ms': null }),
          found: { objectId: 'settings', fields: [{ field: 'retention.ms', applied: '60000', held: null }] },
          how: 'adopt',
          after: async ({ id }) => expect(await topics.stateOf(id)).toMatchObject({ details: { config: {} } }),
        },
      ],
      [
        'a topic that was deleted is made again, empty',
        {
          by: (kafka, { details }) => kafka.deleteTopic(details.name),
          found: { objectId: 'topic', form: 'missing' },
          how: 'reapply',
          after: async ({ id, details }) => {
            const found = await topics.found(details.name);
            expect(await topics.stateOf(id)).toMatchObject({ standing: 'saved', made: { brokerId: found?.id } });
          },
        },
      ],
      [
        "a topic that somebody made again is somebody else's, and adopted",
        {
          by: async (kafka, { details }) => {
            await kafka.deleteTopic(details.name);
            await within(500, () => kafka.createTopic({ name: details.name, partitions: 3 }));
          },
          found: { objectId: 'topic', form: 'foreign' },
          how: 'adopt',
          after: async ({ id, details }) => {
            const found = await topics.found(details.name);
            expect(await topics.stateOf(id)).toMatchObject({
              details: { partitions: 3, config: {} },
              made: { brokerId: found?.id },
            });
          },
        },
      ],
      [
        'a right of a stranger is removed',
        {
          by: (kafka, { details }) => kafka.createAcls([right(details.name)]),
          found: { objectId: expect.stringMatching(/^acl-/), form: 'added' },
          how: 'reapply',
          after: async ({ details }) =>
            expect(await byHand((kafka) => kafka.describeAcls({ name: details.name }))).toEqual([]),
        },
      ],
    ];
    it.each(scenes)('%s', async (_what, { by, found, how, after }) => {
      const topic = await made();
      await byHand((kafka) => by(kafka, topic));
      const [row] = await shown(topicAt(topic), [found]);
      const operation = await answer(topicAt(topic), how);
      await world.completed(operation);
      // What was requested is an operation of its own.
      await within(1_500, () => after(topic));
      await within(1_500, async () => expect(await rowsAt(topicAt(topic))).toEqual([]));
      expect(row?.state).toBe('open');
    });

    it('stays ignored until it changes again, and is gone when somebody puts it back', async () => {
      const topic = await made();
      const set = (value: string) =>
        byHand((kafka) => kafka.alterConfigs(topic.details.name, { 'retention.ms': value }));
      await set('5');
      await shown(topicAt(topic), [{ objectId: 'settings', state: 'open' }]);
      await answered(topicAt(topic), 'ignore');
      await shown(topicAt(topic), [{ state: 'ignored' }]);
      await set('6');
      await shown(topicAt(topic), [{ state: 'open', fields: [{ held: '6' }] }]);
      await set('60000');
      await shown(topicAt(topic), []);
      expect(await rowsAt(topicAt(topic), "answer = 'gone'")).toHaveLength(1);
    });

    it('is refused an answer to another difference than the one that was seen', async () => {
      const topic = await made();
      const set = (value: string) =>
        byHand((kafka) => kafka.alterConfigs(topic.details.name, { 'retention.ms': value }));
      await set('5');
      const [row] = await shown(topicAt(topic), [{ fields: [{ held: '5' }] }]);
      await set('6');
      const operation = randomId();
      const asked = world
        .send(kafkaDifferenceDecider, row?.id ?? '', {
          type: 'AnswerDifference',
          data: { operationId: operation, answer: 'reapply', digest: row?.digest ?? '', reason: 'tried' },
        })
        .then(
          async () => (await world.ended(operation)).type,
          (error: Error) => error.message,
        );
      // The look or the operation is first.
      expect(['OperationFailed', 'AnswerDifference: difference.changed']).toContain(await asked);
      expect(await topics.ownConfig(topic.details.name)).toMatchObject({ 'retention.ms': '6' });
    });

    it('rights of strangers to many topics are one difference each, and told once; a prefix that fits none is not', async () => {
      const [topic, other] = [await made(), await made()];
      // A look knows topics by the read tables, and a topic that it learns of later is no news.
      await within(1_500, async () =>
        expect(
          (
            await world.pool.query('select from event_topics where made is not null and id in ($1, $2)', [
              topic.id,
              other.id,
            ])
          ).rowCount,
        ).toBe(2),
      );
      const prefix = topic.details.name.slice(0, 7);
      const wide = [
        right(prefix, { pattern: 'prefixed' }),
        right('*', { operation: 'describe' }),
        right('*', { principal: principalOf('*'), operation: 'read', permission: 'deny' }),
      ];
      const harmless = [
        right('elsewhere.', { pattern: 'prefixed' }),
        right('elsewhere.', { resource: 'group', pattern: 'prefixed' }),
        right('*', { principal: principalOf('admin') }),
      ];
      await byHand((kafka) => kafka.createAcls([...wide, ...harmless]));
      const rows = await shown(
        whole,
        wide.map(() => ({ form: 'added', state: 'open' })),
      );
      expect(
        rows
          .flatMap(({ fields }) => fields)
          .find(({ field }) => field === 'topics')
          ?.held?.split('\n'),
      ).toEqual(expect.arrayContaining([topic.details.name, other.details.name]));
      const names = [`${stranger} allow read topic ${prefix}*`, `${stranger} allow describe topic *`];
      await within(1_500, async () => expect(await told()).toEqual(expect.arrayContaining(names)));
      // One that is made later is covered too, and that is nothing new.
      const digests = rows.map(({ digest }) => digest);
      await answered(whole, 'ignore');
      await made();
      await byHand((kafka) => kafka.deleteAcls(harmless));
      await within(1_500, async () => {
        const now = await rowsAt(whole);
        expect(now.map(({ digest }) => digest)).toEqual(digests);
        expect(now.filter(({ state }) => state === 'ignored')).toHaveLength(1);
      });
      expect((await told()).filter((name) => names.includes(name))).toHaveLength(2);
      await byHand((kafka) => kafka.deleteAcls(wide));
      await shown(whole, []);
    });

    it('a right of a stranger to the group of a reader is told and removed, and one to other groups is neither', async () => {
      const topic = await made();
      const id = await subscribed(topic);
      const group = `${ask.stemOf(id)}till`;
      const theirs = right(group, { resource: 'group' });
      const harmless = right('elsewhere', { resource: 'group' });
      await byHand((kafka) => kafka.createAcls([theirs, harmless]));
      const [row] = await shown(whole, [{ form: 'added', state: 'open' }]);
      expect(row?.fields).toContainEqual({ field: 'groups', applied: null, held: `${ask.stemOf(id)}*` });
      await within(1_500, async () => expect(await told()).toContain(`${stranger} allow read group ${group}`));
      await answered(whole, 'reapply');
      await shown(whole, []);
      expect(await byHand((kafka) => kafka.describeAcls({ principal: stranger, resource: 'group' }))).toEqual([
        harmless,
      ]);
      await byHand((kafka) => kafka.deleteAcls([harmless]));
    });

    it('a user and rights of a subscription that are missing are given back, with the same password', async () => {
      const topic = await made();
      const id = await subscribed(topic);
      const [user, place] = [ask.userOf(id), streamOf('event-subscription', id)];
      const group = { pattern: 'prefixed', name: ask.stemOf(id) } as const;
      const rights = aclsOf({ user, topic: topic.details.name, writes: false, group });
      await byHand(async (kafka) => {
        await kafka.deleteAcls(rights.slice(0, 1));
        await kafka.deleteUser(user);
      });
      await shown(place, [{ form: 'missing' }, { form: 'missing' }]);
      await answered(place, 'reapply');
      await within(1_500, async () => expect(await rowsAt(place)).toHaveLength(1));
      await answered(place, 'reapply');
      await shown(place, []);
      expect(await byHand((kafka) => kafka.describeAcls({ principal: principalOf(user) }))).toHaveLength(rights.length);
      expect(await byHand((kafka) => kafka.describeUsers([user]))).toEqual([user]);
    });

    it('rights of a user that nobody gave, and an ended user that is back, are taken away at once', async () => {
      const topic = await made();
      const [id, ended] = [await subscribed(topic), await subscribed(topic)];
      await world.completed(await ask.remove(ended));
      const [user, former] = [ask.userOf(id), ask.userOf(ended)];
      const more = right('*', { principal: principalOf(user), operation: 'all' });
      await byHand(async (kafka) => {
        await kafka.createAcls([more, right(topic.details.name, { principal: principalOf(former) })]);
        await kafka.upsertUser(former, 'known-to-somebody');
      });
      for (const subscription of [id, ended])
        await within(1_500, async () =>
          expect(await rowsAt(streamOf('event-subscription', subscription), 'is_protection')).toMatchObject([
            { form: 'added', state: 'answered' },
          ]),
        );
      await byHand(async (kafka) => {
        expect(await kafka.describeAcls({ principal: principalOf(user) })).toHaveLength(2);
        expect(await kafka.describeAcls({ principal: principalOf(former) })).toEqual([]);
        expect(await kafka.describeUsers([user, former])).toEqual([user]);
      });
    });

    it('a topic of a deleted organization stays, and is shown until somebody ignores or deletes it', async () => {
      const organizationId = world.nextId();
      await world.request.organization(organizationId);
      const topic = await made({ organizationId });
      await byHand((kafka) => kafka.send(topic.details.name, { key: 'a', value: 'kept' }));
      await world.completed(await world.request.deleteOrganization(organizationId));
      const [row] = await shown(topicAt(topic), [{ objectId: 'owner', form: 'changed' }]);
      expect(row?.fields).toMatchObject([{ field: 'organization', held: null }]);
      await answered(topicAt(topic), 'ignore');
      await shown(topicAt(topic), [{ state: 'ignored' }]);
      expect(await byHand((kafka) => kafka.readLast(topic.details.name))).toHaveLength(1);
      await world.completed((await topics.remove(topic.id)).operationId);
      await shown(topicAt(topic), []);
    });

    it('a denial for a user waits for a person, and a user that the log does not know too', async () => {
      const topic = await made();
      const id = await subscribed(topic);
      const place = streamOf('event-subscription', id);
      const denied = right(topic.details.name, { principal: principalOf(ask.userOf(id)), permission: 'deny' });
      const unknown = ask.userOf(world.nextId());
      await byHand(async (kafka) => {
        await kafka.createAcls([denied]);
        await kafka.upsertUser(unknown, 'known-to-somebody');
      });
      await shown(place, [{ form: 'changed', fields: [{ applied: null, held: 'deny' }] }]);
      await answered(place, 'reapply');
      await shown(place, []);
      await shown(whole, [{ form: 'added', objectId: expect.stringMatching(/^user-/) }]);
      await answered(whole, 'reapply');
      await shown(whole, []);
      expect(await byHand((kafka) => kafka.describeUsers([unknown]))).toEqual([]);
    });
  });
});
