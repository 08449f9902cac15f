import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { selfSigned } from '../../gateway/tls.ts';
import { findKafkaJars } from './kafka-jars.ts';

/** The administrator. */
export const user = 'admin';

/** Milliseconds that a start may take on a machine that has other things to do. Idle it takes 3 s. */
const patience = 120_000;
/** Little memory, and compiled no more than it pays off in a few seconds: 180 MB in all. */
const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx160m', '-Xss512k'];

/**
 * A Kafka of one node in KRaft mode, on 127.0.0.1.
 *
 * @property folder of its settings and data. What is in it already is used again.
 * @property ports  of its plain listener, its encrypted one, and its controller.
 * @property asks   false: a broker as it comes, without logins and ACLs.
 */
type Wanted = Readonly<{ folder: string; ports: readonly [number, number, number]; password: string; asks: boolean }>;

const propertiesOf = ({ folder, ports: [plain, tls, controller], password, asks }: Wanted): string => {
  const [open, secret] = asks ? ['SASL_PLAINTEXT', 'SASL_SSL'] : ['PLAINTEXT', 'SSL'];
  const jaas = `org.apache.kafka.common.security.scram.ScramLoginModule required username="${user}" password="${password}";`;
  const login = {
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config': jaas,
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': jaas,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    // Nobody but the node itself speaks at the controller's listener, which asks nobody who one is.
    'super.users': `User:${user};User:ANONYMOUS`,
  };
  const properties: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `${open}://127.0.0.1:${plain},${secret}://127.0.0.1:${tls},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `${open}://127.0.0.1:${plain},${secret}://127.0.0.1:${tls}`,
    'inter.broker.listener.name': open ?? '',
    'listener.security.protocol.map': `CONTROLLER:PLAINTEXT,${open}:${open},${secret}:${secret}`,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': path.join(folder, 'server.pem'),
    ...(asks ? login : {}),
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': 'false',
    'log.dirs': path.join(folder, 'data'),
    'num.network.threads': 1,
    'num.io.threads': 2,
    'background.threads': 1,
    'log.cleaner.enable': 'false',
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
};

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Writes a certificate of its own into the folder, once. @returns the certificate (PEM); undefined when it was there. */
const writeCertificate = async (folder: string): Promise<string | undefined> => {
  const file = path.join(folder, 'server.pem');
  if (await isThere(file)) return undefined;
  const { key, cert } = await selfSigned('127.0.0.1', {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  await writeFile(file, `${key}\n${cert}`, { mode: 0o600 });
  return cert;
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const waitUntilReady = async (server: ChildProcess, port: number, output: () => string): Promise<void> => {
  const deadline = Date.now() + patience;
  // It opens its listeners when it is ready for calls.
  while (!(await listens(port))) {
    if (server.exitCode !== null) throw new Error(`Kafka ended with ${server.exitCode}: ${output()}`);
    if (Date.now() > deadline) throw new Error(`Kafka did not listen: ${output()}`);
    await sleep(50);
  }
};

/**
 * Starts the process of a Kafka, and waits until it takes calls. The first start formats its folder.
 *
 * @returns the process, and the certificate that it shows, if this start made it.
 * @throws Error when Java or Kafka's jars can't be had, or Kafka does not start.
 */
export const startServer = async (wanted: Wanted): Promise<Readonly<{ server: ChildProcess; authority: string }>> => {
  const { folder, ports, password, asks } = wanted;
  const jars = path.join(await findKafkaJars(), '*');
  await mkdir(folder, { recursive: true });
  const authority = (await writeCertificate(folder)) ?? '';
  const properties = path.join(folder, 'server.properties');
  await writeFile(properties, propertiesOf(wanted), { mode: 0o600 });
  if (!(await isThere(path.join(folder, 'data', 'meta.properties')))) {
    // Joined: an id that begins with a hyphen would be taken for another option.
    const format = ['format', `--cluster-id=${randomBytes(16).toString('base64url')}`, '-c', properties];
    const scram = asks ? ['--add-scram', `SCRAM-SHA-512=[name=${user},password=${password}]`] : [];
    await promisify(execFile)('java', [...java, '-cp', jars, 'kafka.tools.StorageTool', ...format, ...scram]);
  }
  const server = spawn('java', [...java, '-cp', jars, 'kafka.Kafka', properties], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-5_000);
    });
  try {
    await waitUntilReady(server, ports[0], () => output);
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  }
  return { server, authority };
};
