import { afterEach, expect, it } from 'vitest';
import { type CallsMade, callsMade, keepingCalls } from '#platform/calls-made.ts';
import { type EndedSpan, inSpan, keepSpans } from '#platform/spans/span.ts';
import { startSandboxBroker } from '#test/kafka/any-broker.ts';
import { targetOf } from './contract/broker-under-test.ts';
import { anywhere } from './contract/on-broker.ts';
import { withKafka } from './kafka.ts';

afterEach(() => keepSpans(undefined));

it('a call to Kafka is a span of what it is made for, with the code of a failure, and with no name, user or place', async () => {
  const broker = await startSandboxBroker();
  const kept: EndedSpan[] = [];
  keepSpans((span) => kept.push(span));
  const canary = 'canary.orders';
  let calls: CallsMade['calls'] = [];
  await inSpan('attempt', {}, () =>
    keepingCalls(() =>
      withKafka(targetOf(broker), anywhere, async (kafka) => {
        await kafka.createTopic({ name: canary, partitions: 1 });
        await kafka.createTopic({ name: canary, partitions: 1 }).catch(() => undefined);
        calls = callsMade().calls;
      }),
    ),
  );
  await broker.close();
  const attempt = kept.at(-1);
  expect(
    kept.map(({ name, parent, failed, attributes }) => [name, parent === attempt?.place, failed, attributes]),
  ).toEqual([
    ['kafka createTopic', true, false, { 'portico.call': 'createTopic' }],
    [
      'kafka createTopic',
      true,
      true,
      { 'portico.call': 'createTopic', 'portico.result': 'kafka.topic-taken', 'error.type': 'KafkaError' },
    ],
    ['attempt', false, false, {}],
  ]);
  expect(calls.map(({ call, status, failed }) => [call, status, failed])).toEqual([
    ['createTopic', undefined, undefined],
    ['createTopic', undefined, 'kafka.topic-taken'],
  ]);
  expect(JSON.stringify([kept, calls])).not.toMatch(/canary|admin|of-this-suite|127\.0\.0\.1/);
});
