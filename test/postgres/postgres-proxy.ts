import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a client and Postgres and can lose answers on the way back. */
export type PostgresProxy = Readonly<{
  url: string;
  /** Each time a client waited for the server so far: the text of what it sent with its Sync or simple Query message. */
  roundTrips: () => readonly string[];
  /** From now on what the server answers is thrown away and the connection cut; the server has done its work. */
  loseResponses: (count: number) => void;
  close: () => Promise<void>;
}>;

/** Counts messages that ask for an answer. Each message after the start-up is one byte type and a length. */
const countRoundTrips = () => {
  let started = false;
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): number => {
    rest = Buffer.concat([rest, chunk]);
    let found = 0;
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return found;
      const size = head + rest.readUInt32BE(head);
      if (rest.length < size) return found;
      if (started && (rest[0] === 0x53 || rest[0] === 0x51)) found += 1;
      started = true;
      rest = rest.subarray(size);
    }
  };
};

/** @param ownPort where clients connect. Default: a free port. */
export const startPostgresProxy = async (target: string, ownPort = 0): Promise<PostgresProxy> => {
  const address = new URL(target);
  const { hostname, port } = address;
  const sockets = new Set<Socket>();
  const roundTrips: string[] = [];
  let toLose = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const count = countRoundTrips();
    let asked = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      const found = count(chunk);
      for (let trip = 0; trip < found; trip += 1) roundTrips.push(chunk.toString('latin1'));
      asked += found;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (toLose > 0 && asked > 0) {
        toLose -= 1;
        client.destroy();
      } else {
        client.write(chunk);
      }
    });
  }).listen(ownPort, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address();
  if (typeof own !== 'object' || own === null) throw new Error('the proxy has no port');
  address.port = String(own.port);
  return {
    url: address.href,
    roundTrips: () => roundTrips,
    loseResponses: (count) => {
      toLose = count;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
