import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { type Attack, type Work, works } from './fairness-works.ts';
import { measure } from './measure.ts';

/** The person that this process plays. */
export type Role = 'other' | 'attacker';
/** The address and session for the calls, and the other person's work. */
export type Turn = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  apiId: number;
  work: Work;
  attack: Attack;
}>;

const role = process.argv[2] as Role;
let turn: Turn;

/**
 * Calls the portal. The calls are made in separate processes, so that only the portal's event loop and memory are
 * measured.
 */
const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(`${turn.url}${path}`, { headers: turn.headers, ...init });
  await response.arrayBuffer();
  return response;
};
const called = async (path: string, init?: RequestInit): Promise<void> => {
  const { ok, status } = await call(path, init);
  if (!ok) throw new Error(`${path} got the status ${status}`);
};

const json = () => ({ ...turn.headers, 'content-type': 'application/json' });

/** Returns a new text each time, so that no cache helps. */
const newText = (run: number, schema: object) =>
  JSON.stringify({
    specText: JSON.stringify({
      openapi: '3.1.0',
      info: { title: `Run ${run} of ${Math.random()}`, version: '1' },
      paths: {},
      components: { schemas: { Name: schema } },
    }),
  });

const doing: Record<Work, (run: number) => Promise<void>> = {
  gallery: () => called('/api/swaggers'),
  download: () => called(`/api/swagger/${turn.apiId}?type=json`),
  command: (run) =>
    called('/api/user/settings', {
      method: 'PUT',
      headers: json(),
      body: JSON.stringify({ stickyHeader: run % 2 === 0 }),
    }),
};

/** 25 MB: two million keys. */
const manyKeys =
  role === 'attacker'
    ? Buffer.from(`{${Array.from({ length: 2_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`)
    : '';
const hostilePattern = { type: 'string', pattern: '^(a+)+$', example: `${'a'.repeat(40)}!` };

/** Does the worst that one person was seen to do, with as many calls at once, until the message to stop. */
const attack = async (): Promise<Record<string, number>> => {
  const statuses: Record<string, number> = {};
  let stopped = false;
  process.once('message', () => {
    stopped = true;
  });
  let run = 0;
  const count = (status: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const loop = async (path: string, method: string, body?: () => BodyInit) => {
    while (!stopped) {
      run += 1;
      // Counts a closed connection as a result too.
      const status = await call(path, { method, ...(body ? { headers: json(), body: body() } : {}) }).then(
        ({ status: response }) => String(response),
        () => 'closed',
      );
      count(status);
    }
  };
  /** Sends 5,000 calls on one connection at once, and again when all are answered or the connection is closed. */
  const pipeline = async () => {
    const { hostname, port } = new URL(turn.url);
    const headers = Object.entries({ ...turn.headers, host: hostname }).map(([name, value]) => `${name}: ${value}`);
    const calls = `GET /api/swaggers HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`.repeat(5_000);
    while (!stopped)
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname);
        let answered = 0;
        socket.on('error', () => undefined);
        socket.once('close', () => resolve());
        socket.on('data', (chunk: Buffer) => {
          for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
            answered += 1;
            count(status);
          }
          if (stopped || answered >= 5_000) socket.destroy();
        });
        socket.write(calls);
      });
  };
  const deeds: Record<Attack, () => Promise<void>[]> = {
    documents: () => [
      ...Array.from({ length: 8 }, () => loop('/api/lint', 'POST', () => manyKeys)),
      ...Array.from({ length: 2 }, () => loop('/api/swaggers', 'PUT', () => manyKeys)),
      ...Array.from({ length: 22 }, () => loop('/api/lint', 'POST', () => newText(run, hostilePattern))),
    ],
    pipelining: () => Array.from({ length: 5 }, pipeline),
    galleries: () => Array.from({ length: 400 }, () => loop('/api/swaggers', 'GET')),
  };
  await Promise.all(deeds[turn.attack]());
  return statuses;
};

if (role === 'attacker') {
  // A real attacker has a machine of its own, so this process gets only the time that the portal leaves. The lowest
  // priority is still a share of the machine. With chrt, the process gets none while anything else wants to run.
  setPriority(constants.priority.PRIORITY_LOW);
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
  process.on('message', async (message: Turn | 'stop') => {
    if (message === 'stop') return;
    turn = message;
    process.send?.(await attack());
  });
} else
  process.on('message', async (message: Turn) => {
    turn = message;
    process.send?.(await measure(works[turn.work], 1, doing[turn.work]));
  });
