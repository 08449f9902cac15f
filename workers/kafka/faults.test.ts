import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetOf } from '#kafka/contract/broker-under-test.ts';
import { anywhere, newName } from '#kafka/contract/on-broker.ts';
import { type KafkaClient, withKafka } from '#kafka/kafka.ts';
import type { KafkaTarget } from '#kafka/target.ts';
import sentences from '#locales/en/lazy/errors.json' with { type: 'json' };
import { type SandboxBroker, startBroker } from '#sandbox/kafka/start-broker.ts';
import { startKafka } from '#test/kafka/start-kafka.ts';
import { lastNet } from '#test/runner/limit.ts';
import { kafkaAsResource } from './resource.ts';

const admin = { user: 'admin', password: 'of-this-suite' };

/** What people read of a problem. */
const sentenceOf = (problem: Readonly<{ code: string; parameters?: Readonly<Record<string, string | number>> }>) =>
  (sentences as Readonly<Record<string, string>>)[problem.code]?.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) =>
    String(problem.parameters?.[name] ?? `(no ${name})`),
  );

/** Uses brokers and returns how that went wrong for whoever waits for an operation. */
const failing = async (target: KafkaTarget, use: (kafka: KafkaClient) => Promise<unknown>) => {
  const error = await withKafka(target, anywhere, use).then(
    () => undefined,
    (failed: unknown) => failed,
  );
  const failure = kafkaAsResource.failureOf(error);
  return failure && { as: failure.class, code: failure.problem.code, sentence: sentenceOf(failure.problem) };
};

const making = (kafka: KafkaClient) => kafka.createTopic({ name: newName('orders'), partitions: 1 });
const giving = (kafka: KafkaClient) =>
  kafka.createAcls([
    {
      resource: 'topic',
      name: newName('orders'),
      pattern: 'literal',
      principal: 'User:orders',
      host: '*',
      operation: 'read',
      permission: 'allow',
    },
  ]);

type Expected = Readonly<{ as: string; code: string; sentence: string | RegExp }>;
const matching = ({ sentence, ...rest }: Expected) => ({
  ...rest,
  sentence: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
});

const down: Expected = {
  as: 'retry',
  code: 'kafka.unreachable',
  sentence: /^No broker answers at .* \(ECONNREFUSED\)\./,
};
const refused: Expected = {
  as: 'paused',
  code: 'kafka.login-refused',
  sentence: /refuses the user admin with this password\. It does not say which of the two is wrong\.$/,
};
const aclsOff: Expected = { as: 'permanent', code: 'kafka.acls-off', sentence: sentences['kafka.acls-off'] };

describe('a fault of the broker of the sandbox is told in one sentence', () => {
  let folder: string;
  let broker: SandboxBroker;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-faults-'));
    broker = await startBroker({ folder, admin });
  });
  afterAll(async () => {
    await broker?.close();
    if (folder) await rm(folder, { recursive: true });
  });
  const target = (password = admin.password) =>
    targetOf({ name: 'sandbox', ...broker, ...admin }, { ...admin, password });

  it.each([
    [
      'out of disk',
      'KAFKA_STORAGE_ERROR',
      making,
      { as: 'retry', code: 'kafka.disk-failed', sentence: /can’t write to its disk: it may be full\./ },
    ],
    ['ACLs are off', 'SECURITY_DISABLED', giving, aclsOff],
    [
      'slow: it gave up itself',
      'REQUEST_TIMED_OUT',
      making,
      { as: 'retry', code: 'kafka.no-answer', sentence: /did not answer in time\./ },
    ],
    [
      'never the controller',
      'NOT_CONTROLLER',
      making,
      { as: 'retry', code: 'kafka.busy', sentence: 'Kafka is busy just now (NOT_CONTROLLER). Try again in a moment.' },
    ],
  ] as const)('%s', async (_what, name, use, expected) => {
    broker.failNext(name, Number.POSITIVE_INFINITY);
    expect(await failing(target(), use)).toEqual(matching(expected));
    broker.failNext(name, 0);
    expect(await failing(target(), use)).toBeUndefined();
  });

  it('one that is not the controller for a moment is asked again', async () => {
    broker.failNext('NOT_CONTROLLER', 2);
    expect(await failing(target(), making)).toBeUndefined();
  });

  it("the password of Portico's own login is wrong", async () => {
    expect(await failing(target('another'), making)).toEqual(matching(refused));
  });

  it('down', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const servers = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.close();
    await once(server, 'close');
    expect(await failing({ ...target(), servers }, making)).toEqual(matching(down));
  });
});

describe.skipIf(process.env.KAFKA !== 'on')('and so is one of a real Kafka', { timeout: lastNet }, () => {
  it('down, a wrong password, and no authorizer', async () => {
    const asking = await startKafka();
    try {
      const target = targetOf({ name: 'real', ...asking }, { user: 'admin', password: 'another' });
      expect(await failing(target, making)).toEqual(matching(refused));
    } finally {
      await asking.close();
    }
    expect(await failing(targetOf({ name: 'real', ...asking }), making)).toEqual(matching(down));
    const open = await startKafka({ asks: false });
    try {
      const target: KafkaTarget = { servers: open.plain, protocol: 'PLAINTEXT', authorities: [] };
      expect(await failing(target, giving)).toEqual(matching(aclsOff));
    } finally {
      await open.close();
    }
  });
});
