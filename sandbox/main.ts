import { setTimeout as sleep } from 'node:timers/promises';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { ReleaseError } from '#platform/release.ts';
import { createVault } from '#platform/vault.ts';
import { allProjections } from '#projections/all-projections.ts';
import { checkGenerations } from '#projections/check-generations.ts';
import { prepareDatabase } from '../migrations/prepare-database.ts';
import { demoActivity } from './demo/activity.ts';
import { seed } from './demo/seed.ts';
import { openGateway } from './open-gateway.ts';
import { readOptions } from './options.ts';
import { bffPortOf, databasePart, databaseUrlOf, echoPart, issuerOf, otherParts, type Sandbox } from './parts.ts';
import { buildWeb } from './process/build-web.ts';
import { startControl } from './process/control.ts';
import { newIdentity, openDataFolder } from './process/data-folder.ts';
import { startHotReload } from './process/hot-reload.ts';
import { type Part, type PartOptions, supervise } from './process/part.ts';
import { choosePorts, choosePublicPort } from './process/ports.ts';
import { StartError } from './process/start-error.ts';
import { readyText } from './ready-text.ts';

/** What to undo, newest first, when the start ends or fails. */
const cleanups: (() => unknown)[] = [];
let ending = false;
let announceEnd = () => {};
const end = async (code: number) => {
  if (ending) return;
  ending = true;
  announceEnd();
  for (const cleanup of cleanups.reverse()) await Promise.resolve(cleanup()).catch(() => undefined);
  process.exit(code);
};
const endInOrder = () => {
  if (!ending) console.log('\nStopping...');
  void end(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endInOrder);
// `npm start` was killed, which has no signal to pass on.
process.on('disconnect', endInOrder);
// The terminal is gone; what runs does not depend on it.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const step = (text: string) => console.log(`  ${text}`);
/** What happens while it runs has its time. */
const say = (text: string) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${text}`);

const startPatience = 90_000;

const waitUntilReady = async (url: string) => {
  const deadline = Date.now() + startPatience;
  while (Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return true;
    await sleep(200);
  }
  return false;
};

/** Migrates, and ends the start with a sentence where a newer release has written the data. */
const prepareData = async (ownerUrl: string, databaseUrl: string) => {
  const pool = createPool(databaseUrl, { applicationName: 'portico-sandbox', max: 1 });
  try {
    await prepareDatabase(ownerUrl, databaseUrl);
    await checkGenerations(pool, allProjections);
  } catch (error) {
    throw error instanceof ReleaseError ? new StartError(error.message) : error;
  } finally {
    await pool.end();
  }
};

const run = async () => {
  const options = readOptions(process.argv.slice(2), process.env);
  const { watch } = options;
  const data = await openDataFolder(options.folder, step);
  cleanups.push(data.release);
  announceEnd = data.running.setEnding;
  const gateway = await openGateway(options, data, step);
  const identity = data.known() ?? newIdentity();
  const publicPort = await choosePublicPort(process.env.PORT, {
    free: options.freePorts,
    before: identity.ports.portal,
  });
  const ports = await choosePorts(identity.ports, { without: gateway.withoutPorts, free: options.freePorts });
  const kept = { ...ports, portal: publicPort };
  const keep = (installationId?: string) =>
    data.save({ ...identity, ports: kept, ...(gateway.kong && { kong: { ...gateway.kong, installationId } }) });
  const publicUrl = `http://localhost:${publicPort}`;
  data.running.setUrl(publicUrl);
  const sandbox: Sandbox = {
    data,
    identity,
    ports,
    publicUrl,
    watch,
    host: gateway.host,
    frequency: gateway.frequency,
    workers: options.workers,
  };

  const parts: Part[] = [];
  const starting = async (all: readonly PartOptions[]) => {
    // Nothing is started any more by the time everything is being ended.
    if (ending) await new Promise(() => undefined);
    const begun = all.map((part) => supervise(part, { say, record: data.running.record }));
    parts.push(...begun);
    cleanups.push(() => Promise.all(begun.map((part) => part.stop())));
    for (const part of begun) part.start();
    const late = sleep(startPatience, 'late', { ref: false });
    if ((await Promise.race([late, Promise.all(begun.map(({ started }) => started))])) === 'late')
      throw new StartError(`Portico did not start in 90 seconds. The logs in ${data.at('logs')} say why.`);
  };

  const echo = echoPart(sandbox);
  if (gateway.kong) {
    // A Kong that does not reach this machine is found out before there is anything to keep.
    await starting([echo]);
    await gateway.checkWayBack(ports.echo);
  }
  keep(identity.kong?.installationId);

  step('Starting the database');
  const databaseStarter = await databasePart(sandbox).catch((error: Error) => {
    throw new StartError(`The database can't be started: ${error.message}`);
  });
  await starting([databaseStarter, ...(gateway.kong ? [] : [echo])]);
  const database = databaseUrlOf(sandbox);

  step('Building the web app');
  await Promise.all([prepareData(database.owner, database.app), watch || buildWeb()]);

  step(gateway.kong ? 'Starting Portico' : 'Starting the gateway, the identity provider and Portico');
  await starting(otherParts(sandbox));
  const bffUrl = `http://127.0.0.1:${bffPortOf(sandbox)}`;
  if (!(await waitUntilReady(bffUrl)))
    throw new StartError(`Portico did not get ready in 90 seconds. The logs in ${data.at('logs')} say why.`);

  step('Filling in the demo');
  const key = Buffer.from(identity.porticoKey, 'base64');
  const pool = createPool(database.app, { applicationName: 'portico-demo', max: 2 });
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue });
  // Before anything is made on the gateway, so that it can be taken away again.
  keep((await identifyInstallation(store, pool)).installationId);
  const echoUrl = `http://${gateway.host}:${ports.echo}`;
  const services = {
    store,
    pool,
    vault: createVault(key),
    issuer: issuerOf(sandbox),
    gateway: gateway.register(ports, identity),
  };
  const seeded = await seed(services);
  await demoActivity(services, seeded, echoUrl);
  await store.close();
  await pool.end();

  if (watch) cleanups.push(await startHotReload(publicPort, bffUrl));
  const control = await startControl(ports.control, identity.controlToken, parts);
  cleanups.push(control.close);
  console.log(readyText({ publicUrl, echoUrl, gateway: services.gateway, folder: options.folder, own: gateway.kong }));
};

console.log('Starting Portico');
const fail = (error: unknown) => {
  if (ending) return;
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  void end(1);
};
// The parts do not outlive what supervises them.
process.on('uncaughtException', fail);
run().catch(fail);
