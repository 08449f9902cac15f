import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What happens to one call: instead of it, or to its answer after it was carried out. `late`: the answer comes after so
 * many milliseconds.
 */
export type Fault = Readonly<{ when: 'before' | 'after'; how: number | 'reset' | 'half' } | { late: number }>;

/** What goes wrong with a call; `write` is the number of the write since the last `restart`, 0 first. */
type Plan = (write: number, call: { method: string; path: string }) => Fault | undefined;

/** Returns a plan in which a fault happens to a share of the calls, by chance but always to the same calls. */
export const sometimes = (share: number, fault: Fault): Plan => {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 < share ? fault : undefined;
  };
};

/** Stands between the workers and a gateway. `plan` is asked about every write, and about reads when told. */
export const startFaultProxy = async (target: string) => {
  let plan: Plan = () => undefined;
  let alsoReads = false;
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
      const isRead = call.method === 'GET';
      const planned = isRead && !alsoReads ? undefined : plan(isRead ? writes : writes++, call);
      if (planned && 'late' in planned) await pause(planned.late);
      const fault = planned && 'how' in planned ? planned : undefined;
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
    /** From now on writes are counted from 0 and fail as the plan says; reads, too, with `reads`. */
    restart: (next: Plan = () => undefined, { reads = false }: Readonly<{ reads?: boolean }> = {}) => {
      plan = next;
      alsoReads = reads;
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
