import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RealKafka, startKafka } from '#test/kafka/start-kafka.ts';
import { cases } from './cases.ts';
import { clientOf } from './client-of-others.ts';
import { asAdmin, newName } from './on-broker.ts';

const { KAFKA } = process.env;
const name = KAFKA === 'on' ? 'a real Kafka' : 'left out, KAFKA is not on: a real Kafka';

describe.skipIf(KAFKA !== 'on')(name, () => {
  let kafka: RealKafka;
  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka?.close());

  it.each(cases)('%s', async (_name, run) => {
    await run({ name: 'real', ...kafka });
  });

  // The broker of the sandbox knows no transactions.
  it('messages of a transaction are read when it is completed, and never when it is given up', async () => {
    const broker = { name: 'real', ...kafka } as const;
    const topic = newName('transactions');
    await asAdmin(broker, async (admin) => {
      await admin.createTopic({ name: topic });
      const producer = clientOf(broker, broker).producer({
        transactionalId: topic,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      for (const [value, ending] of [
        ['first', 'commit'],
        ['never', 'abort'],
        ['last', 'commit'],
      ] as const) {
        const transaction = await producer.transaction();
        await transaction.send({ topic, messages: [{ value }] });
        await transaction[ending]();
      }
      await producer.disconnect();
      await vi.waitFor(
        async () => expect((await admin.readLast(topic)).map(({ value }) => String(value))).toEqual(['last', 'first']),
        20_000,
      );
    });
  });
});
