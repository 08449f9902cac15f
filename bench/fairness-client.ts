import { parentPort, workerData } from 'node:worker_threads';
import { type Work, works } from './fairness-works.ts';
import { measure } from './measure.ts';

/**
 * What this thread of the benchmark does: people's own calls are made in threads of their own, so that the event loop
 * that is measured is the portal's alone.
 */
export type ClientData = Readonly<{
  role: 'other' | 'attacker';
  url: string;
  headers: Readonly<Record<string, string>>;
  apiId: number;
}>;

const { role, url, headers, apiId } = workerData as ClientData;
const json = { ...headers, 'content-type': 'application/json' };

const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(`${url}${path}`, { headers, ...init });
  await response.arrayBuffer();
  return response;
};
const answered = async (path: string, init?: RequestInit): Promise<void> => {
  const { ok, status } = await call(path, init);
  if (!ok) throw new Error(`${path} was answered ${status}`);
};

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
  download: () => answered(`/api/swagger/${apiId}?type=json`),
  command: (run) =>
    answered('/api/user/settings', {
      method: 'PUT',
      headers: json,
      body: JSON.stringify({ stickyHeader: run % 2 === 0 }),
    }),
  check: (run) => answered('/api/lint', { method: 'POST', headers: json, body: newText(run, { type: 'string' }) }),
};

/** 25 MB: two million keys. */
const manyKeys = () => Buffer.from(`{${Array.from({ length: 2_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`);
const hostilePattern = { type: 'string', pattern: '^(a+)+$', example: `${'a'.repeat(40)}!` };

/** The worst of issue 9, C1 and C2, as many at once as were seen there. */
const attack = async (): Promise<Record<string, number>> => {
  const large = manyKeys();
  const statuses: Record<string, number> = {};
  let stopped = false;
  parentPort?.once('message', () => {
    stopped = true;
  });
  let run = 0;
  const loop = async (path: string, method: string, body: () => BodyInit) => {
    while (!stopped) {
      run += 1;
      // A connection that is closed on it is an answer too.
      const status = await call(path, { method, headers: json, body: body() }).then(
        ({ status: answer }) => String(answer),
        () => 'closed',
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all([
    ...Array.from({ length: 8 }, () => loop('/api/lint', 'POST', () => large)),
    ...Array.from({ length: 2 }, () => loop('/api/swaggers', 'PUT', () => large)),
    ...Array.from({ length: 22 }, () => loop('/api/lint', 'POST', () => newText(run, hostilePattern))),
  ]);
  return statuses;
};

if (role === 'attacker') parentPort?.postMessage(await attack());
else
  parentPort?.on('message', async (work: Work) => {
    parentPort?.postMessage(await measure(works[work], 1, doing[work]));
  });
