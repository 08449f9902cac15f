import { setTimeout as sleep } from 'node:timers/promises';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease, fitOrExit } from '#platform/release.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { allProjections } from './all-projections.ts';
import { checkGenerations } from './check-generations.ts';
import { requestRebuild } from './generations.ts';
import { runProjections } from './run-projections.ts';
import { standingOf } from './switch-generation.ts';

/** `npm run rebuild -- <projection>`: fills new tables from the first event while the old ones are read, then shows the new. */
const [wanted] = process.argv.slice(2);
const projection = allProjections.find(({ name }) => name === wanted);
if (!projection) {
  console.error(`usage: npm run rebuild -- <${allProjections.map(({ name }) => name).join(' | ')}>`);
  process.exit(64);
}

const settings = settingsOrExit();
const log = createLog('rebuild', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-rebuild', statementTimeout: 60_000 });
await fitOrExit(checkRelease(pool));
await fitOrExit(checkGenerations(pool, allProjections));
const { store } = openEventStore({ pool, key: settings.PORTICO_KEY, definitions: eventCatalogue, log });
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

const generation = await requestRebuild(pool, projection);
/** A projector somewhere fills the new tables, and goes on with them without a pause. */
const isTaken = async (): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'select from subscriptions where name = $1 and version = $2 and lease_until > clock_timestamp()',
    [projection.name, generation],
  );
  return rowCount === 1;
};
let taken = false;
for (let look = 0; look < 15 && !taken; look += 1) {
  await sleep(100);
  taken = await isTaken();
}
const running = taken
  ? Promise.resolve()
  : runProjections({ store, pool, signal: stopping.signal, log, projections: [projection] });
let standing = await standingOf(pool, projection, generation);
while ((standing === 'behind' || standing === 'ready') && !stopping.signal.aborted) {
  await sleep(100);
  standing = await standingOf(pool, projection, generation);
}
stopping.abort();
await running;
await store.close();
await pool.end();
if (standing === 'live') console.log(`${projection.name} was rebuilt: generation ${generation} is shown`);
else {
  const reason = standing === 'blocked' ? 'events could not be applied, see the parked streams' : 'it was stopped';
  console.error(`${projection.name} was not rebuilt: ${reason}`);
  process.exitCode = 1;
}
