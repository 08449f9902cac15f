import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one call: instead of it, or to its answer after it was carried out. */
export type Fault = Readonly<{ when: 'before' | 'after'; how: number | 'reset' | 'half' }>;

/**
 * Stands between the workers and a gateway. `plan` is asked with the number of every write since the last
 * `restart` (0 first) and says what goes wrong with it; reads pass.
 */
export const startFaultProxy = async (target: string) => {
  let plan: (write: number, call: { method: string; path: string }) => Fault | undefined = () => undefined;
  let writes = 0;
  const { hostname, port } = new URL(target);

  const forward = (incoming: IncomingMessage, body: Buffer) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const outgoing = send(
        { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
        async (answer) => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(await answer.toArray()),
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  const server = createServer(async (incoming, response) => {
    try {
      const body = Buffer.concat(await incoming.toArray());
      const call = { method: incoming.method ?? '', path: incoming.url ?? '' };
      const fault = call.method === 'GET' ? undefined : plan(writes++, call);
      const answer = fault?.when === 'before' ? undefined : await forward(incoming, body);
      if (fault?.how === 'reset') {
        incoming.socket.destroy();
        return;
      }
      if (fault?.how === 'half') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 });
        response.write('{"id":');
        setTimeout(() => incoming.socket.destroy(), 10);
        return;
      }
      if (fault) response.writeHead(fault.how, { 'content-type': 'application/json' }).end('{"message":"fault"}');
      else if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      incoming.socket.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on writes are counted from 0 and fail as the plan says. */
    restart: (next: typeof plan = () => undefined) => {
      plan = next;
      writes = 0;
    },
    writes: () => writes,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
