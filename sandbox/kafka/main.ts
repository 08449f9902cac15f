import process from 'node:process';
import { startBroker } from './start-broker.ts';

const {
  KAFKA_DATA = 'data/kafka',
  KAFKA_PORT = '9092',
  KAFKA_TLS_PORT = '9093',
  KAFKA_USER = 'admin',
  KAFKA_PASSWORD,
} = process.env;
if (!KAFKA_PASSWORD) {
  console.error('KAFKA_PASSWORD must be set: the password of the administrator');
  process.exit(1);
}

/**
 * The sandbox's broker as a process. KAFKA_PORT: `SASL_PLAINTEXT`. KAFKA_TLS_PORT: `SASL_SSL`. KAFKA_USER, KAFKA_PASSWORD: its
 * administrator. KAFKA_DATA: the folder of its data.
 */
const broker = await startBroker({
  folder: KAFKA_DATA,
  admin: { user: KAFKA_USER, password: KAFKA_PASSWORD },
  ports: [Number(KAFKA_PORT), Number(KAFKA_TLS_PORT)],
});
console.log(JSON.stringify({ ready: true, sandbox: true, plain: broker.plain, tls: broker.tls }));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void broker.close().then(() => process.exit(0)));
