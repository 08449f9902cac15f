import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { BrokerUnderTest } from '#kafka/contract/broker-under-test.ts';
import { startBroker } from '#sandbox/kafka/start-broker.ts';
import type { WorkerWorld } from '../world/worker-world.ts';
import { startKafka } from './start-kafka.ts';

/** A broker that a suite has for itself. `down` and `up`: of the sandbox only, where it keeps what it has. */
export type OwnBroker = BrokerUnderTest &
  Readonly<{ down: () => Promise<void>; up: () => Promise<void>; close: () => Promise<void> }>;

const admin = { user: 'admin', password: 'of-this-suite' };

/** Starts the sandbox's broker. */
export const startSandboxBroker = async (): Promise<OwnBroker> => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-broker-'));
  let running = await startBroker({ folder, admin });
  const [plain, tls] = [running.plain, running.tls].map((place) => Number(place.split(':')[1])) as [number, number];
  return {
    name: 'sandbox',
    ...admin,
    plain: running.plain,
    tls: running.tls,
    authority: running.authority,
    down: () => running.close(),
    up: async () => {
      running = await startBroker({ folder, admin, ports: [plain, tls] });
    },
    close: async () => {
      await running.close();
      await rm(folder, { recursive: true });
    },
  };
};

const startRealBroker = async (): Promise<OwnBroker> => {
  const kafka = await startKafka();
  const never = async () => {
    throw new Error('a real Kafka is not stopped in the middle of a suite');
  };
  return { name: 'real', ...kafka, down: never, up: never };
};

/** The brokers that a suite runs on: the sandbox's, and a real Kafka with KAFKA=on. */
export const brokersToTest = [
  { title: 'the broker of the sandbox', isReal: false, isLeftOut: false, start: startSandboxBroker },
  {
    title: process.env.KAFKA === 'on' ? 'a real Kafka' : 'left out, KAFKA is not on: a real Kafka',
    isReal: true,
    isLeftOut: process.env.KAFKA !== 'on',
    start: startRealBroker,
  },
];

/** Makes a broker a resource of a world. */
export const registerBroker = async (
  { vault, pool, send }: Pick<WorkerWorld, 'vault' | 'pool' | 'send'>,
  resourceId: number,
  { plain, user, password }: BrokerUnderTest,
): Promise<void> => {
  const secretId = crypto.randomUUID();
  await vault.sealSecret(pool, {
    id: secretId,
    kind: 'server-password',
    owner: `resource-${resourceId}`,
    value: password,
  });
  await send(resourceDecider, resourceId, {
    type: 'RegisterResource',
    data: {
      resourceId,
      type: 'KAFKA',
      name: `Brokers ${resourceId}`,
      isPublic: true,
      organizations: [],
      envType: 'DEV',
      address: plain,
      internalAddr: null,
      securityProtocol: 'SASL_PLAINTEXT',
      mechanism: 'SCRAM-SHA-512',
      user,
      password: { secretId, fingerprint: vault.fingerprint(password) },
    },
  });
};
