import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { ownCertificate } from '../gateway/tls.ts';
import { BrokerState } from './broker-state.ts';
import { serveConnection } from './connection.ts';

/**
 * @property plain     its address with `SASL_PLAINTEXT` and SCRAM-SHA-512, and the one with `SASL_SSL`.
 * @property authority the certificate (PEM) that it shows.
 */
export type SandboxBroker = Readonly<{
  plain: string;
  tls: string;
  authority: string;
  /** Answers the next calls that need rights with an error, so many times. @param name `KAFKA_STORAGE_ERROR`. */
  failNext: (name: keyof typeof faults, times: number) => void;
  close: () => Promise<void>;
}>;

type Options = Readonly<{
  folder: string;
  admin: Readonly<{ user: string; password: string }>;
  ports?: readonly [number, number];
}>;

const host = '127.0.0.1';

/** Errors of a broker that is not well, by their names in Kafka's guide of the protocol. */
const faults = {
  REQUEST_TIMED_OUT: 7,
  NOT_CONTROLLER: 41,
  SECURITY_DISABLED: 54,
  KAFKA_STORAGE_ERROR: 56,
} as const;

/** The first byte of a TLS connection (RFC 8446, 5.1), and what a peer is told that begins with another: it is no version of TLS. */
const tlsRecord = 0x16;
const protocolAlert = Buffer.from([0x15, 3, 3, 0, 2, 2, 70]);

/** Tells whoever does not encrypt so, as Kafka does. Node only ends such a connection. */
const onlyTls = (tlsServer: Server) => (socket: Socket) => {
  socket.on('error', () => {});
  socket.once('data', (chunk) => {
    socket.pause();
    if (chunk[0] !== tlsRecord) {
      socket.end(protocolAlert);
      return;
    }
    socket.unshift(chunk);
    tlsServer.emit('connection', socket);
  });
};

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/**
 * Starts a broker that stands in for a Kafka 4.1 (its page says what it does not hold). Its data is in the folder.
 *
 * @param ports of both listeners; 0 takes free ones.
 */
export const startBroker = async ({ folder, admin, ports = [0, 0] }: Options): Promise<SandboxBroker> => {
  const state = new BrokerState(folder, admin);
  const { key, cert } = await ownCertificate(folder);
  const sockets = new Set<Socket>();
  const serve = (portOf: () => number) => (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(socket, { state, host, port: portOf(), user: undefined });
  };
  let [plain, tls] = ports;
  const plainServer = createServer(serve(() => plain));
  const tlsServer = createServer(
    onlyTls(
      createTlsServer(
        { key, cert },
        serve(() => tls),
      ),
    ),
  );
  plain = await listen(plainServer, plain);
  tls = await listen(tlsServer, tls);
  return {
    plain: `${host}:${plain}`,
    tls: `${host}:${tls}`,
    authority: cert,
    failNext: (name, times) => {
      state.fault = { code: faults[name], times };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of [plainServer, tlsServer]) {
        server.close();
        await once(server, 'close');
      }
    },
  };
};
