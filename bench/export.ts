import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp } from '#bff/app.ts';
import { createClient } from '#platform/database.ts';
import { readPath } from '#projections/read-path.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { printRatio } from './measure.ts';
import { preparePortal } from './portal.ts';
import type { World } from './world.ts';

/** Megabytes that the process may hold more than before while the whole audit is sent. */
const goal = 150;
const megabyte = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes that are held. What is held by nobody any more waits for its collection as long as there is room. */
const held = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
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

/**
 * Exports all entries of the audit, as an auditor's browser would, and reads them as they come. Prints entries a second against a bare
 * COPY, and how much more the process held than before.
 */
export const measureExport = async (world: World): Promise<void> => {
  const { services, signIn, seed } = preparePortal(world);
  const organizationId = await seed.organization('Acme', false);
  const auditor = await seed.user(organizationId, 'Auditor', ['ROLE_AUDITOR']);
  const headers = await signIn(auditor);
  const app = createApp(services, world.folder);
  if (!(await waitForPosition(services.pool, String(await services.store.head()), 60_000)))
    throw new Error('the auditor is not shown');
  const bare = await bareRate(world);
  for (const format of ['jsonl', 'csv']) {
    const before = held();
    let most = before;
    let bytes = 0;
    let weighed = 0;
    const start = performance.now();
    const response = await app.request(`/api/audit/export?format=${format}`, { headers });
    if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes - weighed < megabyte) continue;
      weighed = bytes;
      most = Math.max(most, held());
    }
    const seconds = (performance.now() - start) / 1000;
    const count = world.scale.history;
    const more = Math.round((most - before) / megabyte);
    const title = `history: export as ${format}, ${Math.round(bytes / megabyte).toLocaleString('en')} MB in ${Math.round(seconds)} s, held ${more} MB more`;
    printRatio(`${title}${more > goal ? `, over ${goal} MB` : ''}`, count / seconds, bare, 'entries a second');
  }
};
