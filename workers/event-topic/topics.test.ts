import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventTopicDetails } from '#domain/event-topic/event-topic.ts';
import { brokersToTest } from '#test/kafka/any-broker.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import { type TopicsOfWorld, topicsOf } from '#test/world/topics-of-world.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { defaultOutageTiming } from '../engine/back-off.ts';

describe.each(brokersToTest)('at $title', ({ isLeftOut, start, isReal }) => {
  let world: WorkedWorld;
  let here: TopicsOfWorld;
  beforeAll(async () => {
    if (isLeftOut) return;
    world = await startWorkedWorld({
      sweep: { every: 100, gateways: 100 },
      outage: { ...defaultOutageTiming, first: 20, cap: 50, look: 50 },
    });
    here = await topicsOf(world, 77, start);
  }, lastNet);
  afterAll(async () => {
    await world?.close();
    await here?.close();
  });

  const made = async (details: EventTopicDetails, at?: TopicsOfWorld): Promise<number> => {
    const { id, operationId } = await (at ?? here).add(details);
    await world.completed(operationId);
    return id;
  };
  const completed = async (asked: Promise<{ operationId: string }>) => world.completed((await asked).operationId);
  const problemOf = async (asked: Promise<{ operationId: string }>) =>
    (await world.ended((await asked).operationId)).data;

  describe.skipIf(isLeftOut)('a topic at its Kafka', () => {
    it('is made, changed and deleted, and what nobody named here stays', async () => {
      const details = here.wanted();
      const id = await made(details);
      const { name } = details;
      const found = await here.found(name);
      expect(found).toMatchObject({ partitions: 2, replication: 1 });
      expect(await here.stateOf(id)).toMatchObject({
        operationId: null,
        standing: 'saved',
        made: { brokerId: found?.id, partitions: 2, replication: 1 },
      });
      expect(await here.ownConfig(name)).toEqual({ 'retention.ms': '60000' });

      await here.asAdmin((kafka) => kafka.alterConfigs(name, { 'max.message.bytes': '2000' }));
      await completed(here.change(id, { ...details, partitions: 4, config: { 'cleanup.policy': 'compact' } }));
      expect(await here.found(name)).toMatchObject({ id: found?.id, partitions: 4 });
      expect(await here.ownConfig(name)).toEqual({ 'cleanup.policy': 'compact', 'max.message.bytes': '2000' });

      await completed(here.remove(id));
      expect(await here.found(name)).toBeUndefined();
      expect(await here.stateOf(id)).toEqual({ status: 'removed' });
    });

    it("that the broker refuses fails with the broker's own sentence at its field", async () => {
      expect(await problemOf(here.add(here.wanted({ config: { 'retention.ms': 'long' } })))).toMatchObject({
        problems: [{ code: 'kafka.config-invalid', field: 'config', parameters: { key: 'retention.ms' } }],
      });
    });

    it('of somebody else is not touched: not made so, not changed, not deleted', async () => {
      const details = here.wanted();
      const { name } = details;
      await here.asAdmin((kafka) => kafka.createTopic({ name, partitions: 1, configs: { 'retention.ms': '5' } }));
      const { id, operationId } = await here.add(details);
      expect((await world.ended(operationId)).data).toMatchObject({
        problems: [{ code: 'event-topic.on-broker', field: 'name' }],
      });
      await completed(here.remove(id));
      expect(await here.found(name)).toMatchObject({ partitions: 1 });
      expect(await here.ownConfig(name)).toEqual({ 'retention.ms': '5' });
    });

    it('is adopted when a person says so, and its messages stay', async () => {
      const details = here.wanted({ partitions: null, config: { 'retention.ms': '700000' } });
      const { name } = details;
      await here.asAdmin(async (kafka) => {
        await kafka.createTopic({ name, partitions: 3, configs: details.config });
        await kafka.send(name, { key: 'a', value: 'kept' });
      });
      const before = await here.found(name);
      const { id, operationId } = await here.add(details, 'adopt');
      await world.completed(operationId);
      expect(await here.found(name)).toEqual(before);
      expect(await here.asAdmin((kafka) => kafka.readLast(name))).toHaveLength(1);
      expect(await here.stateOf(id)).toMatchObject({ made: { brokerId: before?.id, partitions: 3 } });
    });

    it('that was deleted by hand is missed and not made again, until a person says so', async () => {
      const details = here.wanted();
      const { name } = details;
      const id = await made(details);
      await here.asAdmin((kafka) => kafka.deleteTopic(name));
      expect(await problemOf(here.change(id, { ...details, partitions: 3 }))).toMatchObject({
        problems: [{ code: 'event-topic.missing' }],
      });
      expect(await here.stateOf(id)).toMatchObject({ standing: 'missing' });
      expect(await here.found(name)).toBeUndefined();
      await completed(here.change(id, details, 'make-again'));
      expect(await here.found(name)).toMatchObject({ partitions: 2 });
    });

    it('that was deleted by hand is found missing while nobody changes it', async () => {
      const [lost, kept] = [here.wanted(), here.wanted()];
      const [id, other] = [await made(lost), await made(kept)];
      await here.asAdmin((kafka) => kafka.deleteTopic(lost.name));
      await vi.waitFor(async () => expect(await here.stateOf(id)).toMatchObject({ standing: 'missing' }), {
        timeout: 20_000,
      });
      expect(await here.stateOf(other)).toMatchObject({ standing: 'saved' });
    });

    it("that somebody made again is somebody else's", async () => {
      const details = here.wanted();
      const { name } = details;
      const id = await made(details);
      await here.asAdmin(async (kafka) => {
        await kafka.deleteTopic(name);
        await within(500, () => kafka.createTopic({ name, partitions: 2, configs: details.config }));
      });
      expect(await problemOf(here.change(id, { ...details, partitions: 5 }))).toMatchObject({
        problems: [{ code: 'event-topic.replaced' }],
      });
      await completed(here.remove(id));
      expect(await here.found(name)).toMatchObject({ partitions: 2 });
    });

    it.skipIf(isReal)('waits for brokers that are away, and delays no topic at others', async () => {
      const elsewhere = await topicsOf(world, 78);
      const details = here.wanted();
      const id = await made(details);
      await here.stop();
      const { operationId } = await here.change(id, { ...details, partitions: 6 });
      await vi.waitFor(
        async () =>
          expect((await world.operationEvents(operationId)).at(-1)).toMatchObject({
            type: 'OperationDelayed',
            // Whoever looks first finds it: the operation, or the look at the topics.
            data: { class: 'away', problem: { code: expect.stringMatching(/^kafka\.(unreachable|away)$/) } },
          }),
        { timeout: 20_000 },
      );
      const other = elsewhere.wanted();
      await made(other, elsewhere);
      expect(await elsewhere.found(other.name)).toMatchObject({ partitions: 2 });
      await here.start();
      await world.completed(operationId);
      expect(await here.found(details.name)).toMatchObject({ partitions: 6 });
      await elsewhere.close();
    });
  });
});
