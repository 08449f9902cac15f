import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevealedSubscription } from '#domain/event-subscription/schema.ts';
import { asAdmin, newName } from '#kafka/contract/on-broker.ts';
import { aclsOf } from '#kafka/subscription-acls.ts';
import { findKafkaJars } from '#sandbox/kafka/real/kafka-jars.ts';
import { authoritiesFile, configOf, type KafkaClientName } from '#web/features/event-subscription/client-config.ts';
import { lastNet, within } from '../runner/limit.ts';
import { brokersToTest, type OwnBroker } from './any-broker.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** All that a given password may have and that some language or file reads otherwise. */
const password = `a"quote\\and'more#=$%{}1`;

const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Returns whether a version, as `2.6.1`, is new enough for a login at this Kafka. */
const isNewEnough = (version: string | undefined): boolean => {
  const [major = 0, minor = 0, patch = 0] = (version ?? '').split('.').map(Number);
  return major * 10_000 + minor * 100 + patch >= 20_601;
};

const outputOfRun = (command: string, ...args: string[]): string =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout ?? '';

/**
 * How a client is run with its configuration, as a person would.
 *
 * @property needs     what has to be there.
 * @property isThere   whether it is.
 * @property onSandbox whether it also runs on the sandbox's broker, which speaks as much as kafkajs needs.
 * @property commands  each is one process.
 */
type Client = Readonly<{
  needs: string;
  isThere: () => boolean;
  onSandbox: boolean;
  file: string;
  commands: (topic: string, group: string) => Promise<readonly Readonly<{ command: string[]; input?: string }>[]>;
}>;

const clients: Readonly<Record<KafkaClientName, Client>> = {
  kafkajs: {
    needs: 'Node',
    isThere: () => true,
    onSandbox: true,
    file: 'client.mjs',
    commands: async () => [{ command: [process.execPath, 'client.mjs'] }],
  },
  java: {
    needs: 'a JDK',
    isThere: () => runs('javac', '-version'),
    onSandbox: false,
    file: 'client.properties',
    commands: async (topic) => {
      const jars = path.join(await findKafkaJars(), '*');
      return [{ command: ['java', '-cp', jars, 'TryLogin.java', 'client.properties', topic] }];
    },
  },
  python: {
    needs: 'Python with confluent_kafka 2.6.1',
    isThere: () =>
      isNewEnough(
        outputOfRun('python3', '-c', 'import confluent_kafka; print(confluent_kafka.libversion()[0])').trim(),
      ),
    onSandbox: false,
    file: 'client.py',
    commands: async () => [{ command: ['python3', '-u', 'client.py'] }],
  },
  kcat: {
    needs: 'kcat with librdkafka 2.6.1',
    isThere: () => isNewEnough(/librdkafka (\d+\.\d+\.\d+)/.exec(outputOfRun('kcat', '-V'))?.[1]),
    onSandbox: false,
    file: 'kcat.conf',
    commands: async (topic, group) => [
      { command: ['kcat', '-F', 'kcat.conf', '-P', '-t', topic], input: '{}\n' },
      { command: ['kcat', '-F', 'kcat.conf', '-u', '-X', 'auto.offset.reset=earliest', '-G', group, topic] },
    ],
  },
};

describe.each(brokersToTest)('at $title', ({ isReal, isLeftOut, start }) => {
  describe.skipIf(isLeftOut)('a login works as its configuration says', { timeout: lastNet }, () => {
    let broker: OwnBroker;
    let folder: string;
    const children = new Set<ChildProcess>();
    beforeAll(async () => {
      // Below the packages, so that a client's own imports find them.
      const cache = path.join(root, 'node_modules', '.cache');
      await mkdir(cache, { recursive: true });
      folder = await mkdtemp(path.join(cache, 'kafka-clients-'));
      await copyFile(path.join(import.meta.dirname, 'TryLogin.java'), path.join(folder, 'TryLogin.java'));
      broker = await start();
      await writeFile(path.join(folder, authoritiesFile), broker.authority);
    }, lastNet);
    afterAll(async () => {
      for (const child of children) child.kill('SIGKILL');
      await broker?.close();
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    const outputOf = (command: readonly string[], input: string | undefined) => {
      const [name = '', ...args] = command;
      const child = spawn(name, args, { cwd: folder });
      children.add(child);
      const seen = { out: '', all: '' };
      child.on('error', (error) => {
        seen.all += String(error);
      });
      child.stdout.on('data', (chunk: Buffer) => {
        seen.out += chunk.toString();
        seen.all += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        seen.all += chunk.toString();
      });
      child.stdin.on('error', () => undefined).end(input ?? '');
      return seen;
    };

    const tried = (Object.entries(clients) as [KafkaClientName, Client][]).filter(
      ([, { onSandbox }]) => isReal || onSandbox,
    );
    for (const [name, { needs, isThere, file, commands }] of tried) {
      const isReady = !isLeftOut && isThere();
      it.skipIf(!isReady)(isReady ? name : `${name}, left out: ${needs} is not here`, async () => {
        const topic = newName('orders');
        const [user, stem] = [newName('login'), newName('readers')];
        const group = { pattern: 'prefixed', name: `${stem}.` } as const;
        await asAdmin(broker, async (kafka) => {
          await kafka.createTopic({ name: topic });
          await kafka.upsertUser(user, password);
          await kafka.createAcls(aclsOf({ user, topic, writes: true, group }));
          await kafka.send(topic, { value: 'an order' });
        });
        const revealed: RevealedSubscription = {
          ...{ kafkaUserId: user, kafkaPassword: password, address: broker.tls, environment: 'DEV' },
          ...{ securityProtocol: 'SASL_SSL', mechanism: 'SCRAM-SHA-512', topicName: topic },
          ...{ writes: true, group, authorities: broker.authority },
        };
        await writeFile(path.join(folder, file), configOf(name, revealed));
        const seen = (await commands(topic, `${group.name}app`)).map(({ command, input }) => outputOf(command, input));
        await within(4_000, async () => {
          const said = seen.map(({ all }) => all).join('\n');
          const values = await asAdmin(broker, (kafka) => kafka.readLast(topic));
          expect(
            values.map(({ value }) => String(value)),
            said,
          ).toContain('{}');
          expect(seen.map(({ out }) => out).join('\n'), said).toContain('an order');
        });
        for (const child of children) child.kill('SIGKILL');
      });
    }
  });
});
