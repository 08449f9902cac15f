import process from 'node:process';
import { freePort } from '../../postgres/cluster.ts';
import { startServer } from './start-server.ts';

const { KAFKA_DATA = 'data/kafka', KAFKA_PORT = '9092', KAFKA_TLS_PORT = '9093', KAFKA_PASSWORD } = process.env;
if (!KAFKA_PASSWORD) {
  console.error('KAFKA_PASSWORD must be set: the password of the administrator');
  process.exit(1);
}

/** A real Kafka as a process, with the settings of the broker that stands in for it (`sandbox/kafka/main.ts`). */
const { server } = await startServer({
  folder: KAFKA_DATA,
  // Nobody but the node itself speaks with its controller.
  ports: [Number(KAFKA_PORT), Number(KAFKA_TLS_PORT), await freePort()],
  password: KAFKA_PASSWORD,
  asks: true,
});
server.once('close', (code) => process.exit(code ?? 0));
console.log(JSON.stringify({ ready: true, plain: Number(KAFKA_PORT), tls: Number(KAFKA_TLS_PORT) }));
// It writes what it has in memory before it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill('SIGTERM'));
