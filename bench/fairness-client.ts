import { spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { type Work, works } from './fairness-works.ts';
import { measure } from './measure.ts';

/** Which of the two people this process of the benchmark is. */
export type Role = 'other' | 'attacker';
/** Where and as whom it calls, and what the other person does. */
export type Turn = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  apiId: number;
  work: Work;
}>;

const role = process.argv[2] as Role;
let turn: Turn;

/** People's calls are made in processes of their own, so that the event loop and the memory that are measured are the portal's. */
const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(`${turn.url}${path}`, { headers: turn.headers, ...init });
  await response.arrayBuffer();
  return response;
};
const answered = async (path: string, init?: RequestInit): Promise<void> => {
  const { ok, status } = await call(path, init);
  if (!ok) throw new Error(`${path} was answered ${status}`);
};

const json = () => ({ ...turn.headers, 'content-type': 'application/json' });

/** A new text each time, so that nothing of it is known. */
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
  gallery: () => answered('/api/swaggers'),
  download: () => answered(`/api/swagger/${turn.apiId}?type=json`),
  command: (run) =>
    answered('/api/user/settings', {
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

/** The worst that one person was seen to do, as many at once as then, until it is told to stop. */
const attack = async (): Promise<Record<string, number>> => {
  const statuses: Record<string, number> = {};
  let stopped = false;
  process.once('message', () => {
    stopped = true;
  });
  let run = 0;
  const loop = async (path: string, method: string, body: () => BodyInit) => {
    while (!stopped) {
      run += 1;
      // A connection that is closed on it is an answer too.
      const status = await call(path, { method, headers: json(), body: body() }).then(
        ({ status: response }) => String(response),
        () => 'closed',
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all([
    ...Array.from({ length: 8 }, () => loop('/api/lint', 'POST', () => manyKeys)),
    ...Array.from({ length: 2 }, () => loop('/api/swaggers', 'PUT', () => manyKeys)),
    ...Array.from({ length: 22 }, () => loop('/api/lint', 'POST', () => newText(run, hostilePattern))),
  ]);
  return statuses;
};

if (role === 'attacker') {
  // What it costs to attack is paid elsewhere: this process gets what the portal leaves. The lowest priority is still a
  // share of the machine; where there is chrt, it gets none while anything else wants to run.
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
