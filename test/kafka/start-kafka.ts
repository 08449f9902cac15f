import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer, user } from '#sandbox/kafka/real/start-server.ts';
import { freePort } from '#sandbox/postgres/cluster.ts';

/**
 * A real Kafka: one node in KRaft mode.
 *
 * @property plain `SASL_PLAINTEXT` with SCRAM-SHA-512; of one without logins, `PLAINTEXT`.
 * @property tls   `SASL_SSL` with SCRAM-SHA-512; of one without logins, `SSL`.
 * @property authority the certificate (PEM) that `tls` shows, which nobody trusts.
 */
export type RealKafka = Readonly<{
  plain: string;
  tls: string;
  authority: string;
  user: string;
  password: string;
  close: () => Promise<void>;
}>;

/**
 * Starts a real Kafka of its own in a temporary folder; its data goes when it is closed. It asks everybody for a login, and
 * holds everybody but its administrator to ACLs.
 *
 * @param asks false: a broker as it comes, without logins and ACLs.
 */
export const startKafka = async ({ asks = true }: Readonly<{ asks?: boolean }> = {}): Promise<RealKafka> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-kafka-'));
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const password = randomBytes(12).toString('hex');
  const forget = () => rm(folder, { recursive: true, force: true });
  const { server, authority } = await startServer({ folder, ports, password, asks }).catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  const ended = once(server, 'close');
  return {
    plain: `127.0.0.1:${ports[0]}`,
    tls: `127.0.0.1:${ports[1]}`,
    authority,
    user,
    password,
    close: async () => {
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
      await ended;
      await forget();
    },
  };
};
