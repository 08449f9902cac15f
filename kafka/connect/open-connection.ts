import { isIP } from 'node:net';
import { Connection } from '@platformatic/kafka';
import { trusted } from '#gateway/admin-api/trusted.ts';
import { KafkaError } from '../failure.ts';
import { type BrokerPlace, type KafkaTarget, placeText } from '../target.ts';
import { errorOf } from './error-of.ts';

/** Returns why no broker may be at a place; undefined when one may (`gateway/target/server-policy.ts`). */
export type PlacePolicy = (host: string, port: number) => Promise<string | undefined>;

/** Milliseconds: of a connection with its login, and of one call. */
const connectTimeout = 4_000;
const requestTimeout = 8_000;
/** Bytes that one connection takes in all. 4,000 ACLs are half a megabyte. */
const bytesLimit = 64 * 1024 * 1024;

const refusePlace = async ({ host, port }: BrokerPlace, policy: PlacePolicy): Promise<void> => {
  const text = placeText({ host, port });
  if (!host || !(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new KafkaError('kafka.unreachable', { host: text, reason: 'address' });
  if (await policy(host, port)) throw new KafkaError('kafka.place-refused', { host: text });
};

/** Kinds of records of TLS (RFC 8446, 5.1); each is followed by a version that begins with 3. */
const isTls = (chunk: Buffer): boolean =>
  chunk.length > 1 && (chunk[0] ?? 0) >= 0x14 && (chunk[0] ?? 0) <= 0x17 && chunk[1] === 3;

/**
 * Leaves a server that sends without end.
 *
 * @returns whether the first thing that came was TLS. The client's own error does not say so when it wants to log in.
 */
const watch = (connection: Connection): (() => boolean) => {
  let bytes = 0;
  let spokeTls = false;
  connection.socket.on('data', (chunk: Buffer) => {
    if (bytes === 0) spokeTls = isTls(chunk);
    bytes += chunk.length;
    if (bytes > bytesLimit) connection.socket.destroy();
  });
  return () => spokeTls;
};

/**
 * Opens a connection to a broker, with TLS and a login where the target has them.
 *
 * @throws KafkaError also when no broker may be there.
 */
export const openConnection = async (
  target: KafkaTarget,
  place: BrokerPlace,
  policy: PlacePolicy,
): Promise<Connection> => {
  await refusePlace(place, policy);
  const { protocol, login, authorities } = target;
  const connection = new Connection('portico', {
    connectTimeout,
    requestTimeout,
    ...(protocol.endsWith('SSL') ? { tls: { ...trusted(authorities), minVersion: 'TLSv1.2' } } : {}),
    // No certificate is asked for by an address (RFC 6066, 3).
    ...(isIP(place.host) ? {} : { tlsServerName: true }),
    ...(protocol.startsWith('SASL') && login
      ? { sasl: { mechanism: login.mechanism, username: login.user, password: login.password } }
      : {}),
  });
  // Every call that is under way gets the error too.
  connection.on('error', () => {});
  const opened = connection.connect(place.host, place.port);
  const spokeTls = watch(connection);
  try {
    await opened;
    return connection;
  } catch (error) {
    connection.socket.destroy();
    throw spokeTls() ? new KafkaError('kafka.tls-needed', { host: placeText(place) }) : errorOf(error, target, place);
  }
};
