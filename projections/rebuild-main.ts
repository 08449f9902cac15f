import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease } from '#platform/release.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { startOrExit } from '#platform/start-or-exit.ts';
import { allProjections } from './all-projections.ts';
import { rebuild } from './rebuild.ts';

/** `npm run rebuild -- <projection>`: fills new tables from the first event while people read the old ones, then shows them. */
const [wanted] = process.argv.slice(2);
const projection = allProjections.find(({ name }) => name === wanted);
if (!projection) {
  console.error(`usage: npm run rebuild -- <${allProjections.map(({ name }) => name).join(' | ')}>`);
  process.exit(64);
}

const settings = settingsOrExit();
const log = createLog('rebuild', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-rebuild', statementTimeout: 60_000 });
await startOrExit(checkRelease(pool));
const { store, sealCheck } = openEventStore({
  pool,
  key: settings.PORTICO_KEY,
  definitions: eventCatalogue,
  log,
  eventStore: settings,
});
// Without the keys it would fill tables with events that nobody wrote.
await startOrExit(sealCheck.checkKeys());
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

const { generation, standing } = await rebuild({ store, pool, log, signal: stopping.signal }, projection);
await store.close();
await pool.end();
if (standing === 'live') console.log(`${projection.name} was rebuilt: generation ${generation} is shown`);
else {
  const reason = standing === 'blocked' ? 'events could not be applied, see the parked streams' : 'it was stopped';
  console.error(`${projection.name} was not rebuilt: ${reason}`);
  process.exitCode = 1;
}
