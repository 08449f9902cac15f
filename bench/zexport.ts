import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '#platform/database.ts';
import { readPath } from '#projections/read-path.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { fill, untilShown } from './fill-history.ts';
import { printRatio } from './measure.ts';
import { type Credentials, preparePortal } from './portal.ts';
import { startProcess } from './start-process.ts';
import type { World } from './world.ts';

/** Megabytes that the process may take more than before while the whole audit is sent. */
const goal = 150;
const megabyte = 2 ** 20;
/** Milliseconds between two looks at the memory. */
const every = 500;

/** What a process takes, in bytes. @property resident of the machine's memory. @property heap that JavaScript uses. */
type Memory = Readonly<{ resident: number; heap: number }>;

/** Reads what a process of the portal says of itself. */
const memoryOf = async (url: string): Promise<Memory> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const numberOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { resident: numberOf('process_resident_memory_bytes'), heap: numberOf('nodejs_heap_size_used_bytes') };
};

/** Looks at the memory of a process until it is told to stop. Then it returns the most of each. */
const watch = (url: string) => {
  const stopping = new AbortController();
  const looking = (async () => {
    let most: Memory = { resident: 0, heap: 0 };
    while (!stopping.signal.aborted) {
      const { resident, heap } = await memoryOf(url);
      most = { resident: Math.max(most.resident, resident), heap: Math.max(most.heap, heap) };
      await pause(every);
    }
    return most;
  })();
  return (): Promise<Memory> => {
    stopping.abort();
    return looking;
  };
};

/** The options that the image gives to Node. */
const imageOptions = (): readonly string[] => {
  const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
  const [, ...command] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  return command.slice(0, -1);
};

/** Starts the portal's web process alone, as in production. */
const startBff = async (settings: Readonly<Record<string, string>>) => {
  const port = await freePort();
  const [bff] = await startProcess(
    'bff/main.ts',
    { ...settings, PORT: String(port), LISTEN_HOST: '127.0.0.1', LOG_LEVEL: 'info', NODE_ENV: 'production' },
    /bff listens/,
    imageOptions(),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(bff, 'close');
      bff.kill();
      await ended;
    },
  };
};

/** Returns how many entries a second Postgres writes when nobody reads them. */
const bareRate = async ({ ownerUrl }: World): Promise<number> => {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`set search_path = ${readPath}`);
  const start = performance.now();
  const { rowCount } = await owner.query("copy (select * from history) to program 'cat > /dev/null'");
  await owner.end();
  return ((rowCount ?? 0) * 1000) / (performance.now() - start);
};

/** Downloads the whole audit, and forgets it. @returns its bytes and seconds. */
const download = async (url: string, format: string, headers: Credentials) => {
  const start = performance.now();
  const response = await fetch(`${url}/api/audit/export?format=${format}`, { headers });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return { bytes, seconds: (performance.now() - start) / 1000 };
};

/**
 * Exports all entries of the audit, as an auditor's browser would, from a web process of its own. Prints entries a second against a bare
 * COPY, and how much more memory the process takes than before.
 */
export const measureExport = async (world: World): Promise<void> => {
  const { services, signIn, seed, environment } = preparePortal(world);
  const organizationId = await seed.organization('Acme', false);
  const auditor = await seed.user(organizationId, 'Auditor', ['ROLE_AUDITOR']);
  const headers = await signIn(auditor);
  if (!(await waitForPosition(services.pool, String(await services.store.head()), 60_000)))
    throw new Error('the auditor is not shown');
  const bare = await bareRate(world);
  for (const format of ['jsonl']) {
    const bff = await startBff(environment);
    try {
      const page = await fetch(`${bff.url}/api/audit`, { headers });
      if (!page.ok) throw new Error(`${page.status} ${await page.text()}`);
      const before = await memoryOf(bff.url);
      const stop = watch(bff.url);
      const { bytes, seconds } = await download(bff.url, format, headers);
      const most = await stop();
      const more = (what: keyof Memory) => Math.round((most[what] - before[what]) / megabyte);
      const size = `${Math.round(bytes / megabyte).toLocaleString('en')} MB in ${Math.round(seconds)} s`;
      const taken = `${more('resident')} MB more than ${Math.round(before.resident / megabyte)}, heap ${more('heap')} MB more`;
      const title = `history: export as ${format}, ${size}, memory ${taken}`;
      const over = more('resident') > goal ? `, over ${goal} MB` : '';
      printRatio(`${title}${over}`, world.scale.history / seconds, bare, 'entries a second');
    } finally {
      await bff.close();
    }
  }
};

/** Exports the whole audit, of which nothing else is measured. */
export const benchExport = async (world: World): Promise<void> => {
  world.project();
  await untilShown(world);
  await fill(world, world.scale.history, true);
  await measureExport(world);
};
