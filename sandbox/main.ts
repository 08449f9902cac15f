import { setTimeout as sleep } from 'node:timers/promises';
import { fillDemo } from './fill-demo.ts';
import { checkKafka } from './kafka/real/check-kafka.ts';
import { openGateway } from './open-gateway.ts';
import { readOptions } from './options.ts';
import {
  bffPortOf,
  databasePart,
  echoPart,
  echoUrlOf,
  kafkaOf,
  mailboxUrlOf,
  porticoParts,
  type Sandbox,
  surroundingParts,
} from './parts.ts';
import { prepareData } from './prepare-data.ts';
import { buildWeb } from './process/build-web.ts';
import { startControl } from './process/control.ts';
import { newIdentity, openDataFolder } from './process/data-folder.ts';
import { startHotReload } from './process/hot-reload.ts';
import { type Part, type PartOptions, supervise } from './process/part.ts';
import { choosePorts, choosePublicPort } from './process/ports.ts';
import { runOnce } from './process/run-once.ts';
import { StartError } from './process/start-error.ts';
import { timed } from './process/timed.ts';
import { filledText, readyText } from './ready-text.ts';

/** Steps that undo the start when it ends or fails, newest first. */
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
// `npm start` was killed, so it passed on no signal.
process.on('disconnect', endInOrder);
// The terminal may be gone. The parts do not need it.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const step = (text: string) => console.log(`  ${text}`);
/** Prints a line with the time. */
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

const run = async () => {
  const options = readOptions(process.argv.slice(2), process.env);
  const { watch } = options;
  if (options.kafka) await timed('Kafka is there', checkKafka);
  const data = await openDataFolder(options.folder, step);
  cleanups.push(data.release);
  announceEnd = data.running.setEnding;
  const gateway = await openGateway(options, data, step);
  const before = options.reset ? undefined : data.known();
  const fresh = newIdentity();
  const identity = before ? { ...before, kafkaPassword: before.kafkaPassword ?? fresh.kafkaPassword } : fresh;
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
    nodes: options.nodes,
    workers: options.workers,
    bffs: options.bffs,
    kafka: options.kafka,
  };

  const parts: Part[] = [];
  const starting = async (all: readonly PartOptions[]) => {
    // Starts nothing while everything is being ended.
    if (ending) await new Promise(() => undefined);
    const begun = all.map((part) => supervise(part, { say, record: data.running.record, folder: data.folder }));
    parts.push(...begun);
    cleanups.push(() => Promise.all(begun.map((part) => part.stop())));
    for (const part of begun) part.start();
    const late = sleep(startPatience, 'late', { ref: false });
    if ((await Promise.race([late, Promise.all(begun.map(({ started }) => started))])) === 'late')
      throw new StartError(`Portico did not start in 90 seconds. The logs in ${data.at('logs')} say why.`);
  };

  const echo = echoPart(sandbox);
  if (gateway.kong) {
    // Checks first whether the Kong reaches this machine, before anything is written or deleted.
    await starting([echo]);
    await gateway.checkWayBack(ports.echo);
  }
  if (options.reset) {
    await gateway.reset();
    data.wipe();
  }
  await gateway.checkPlaces();
  keep(identity.kong?.installationId);

  const web = () =>
    timed(
      (isNew) => (isNew ? 'The web app is built' : 'The web app was built before'),
      () =>
        buildWeb(async (command) => {
          if (ending) await new Promise(() => undefined);
          const building = runOnce(command, (pid) => data.running.record('web-build', pid));
          cleanups.push(building.stop);
          return building.ended;
        }),
    );
  const surroundings = [...(gateway.kong ? [] : [echo]), ...surroundingParts(sandbox)];
  const database = async () => {
    const part = await databasePart(sandbox).catch((error: Error) => {
      throw new StartError(`The database can't be started: ${error.message}`);
    });
    await starting([part]);
    await prepareData(sandbox);
  };
  const bffUrl = `http://127.0.0.1:${bffPortOf(sandbox)}`;
  const portico = async () => {
    await starting(porticoParts(sandbox));
    if (!(await waitUntilReady(bffUrl)))
      throw new StartError(`Portico did not get ready in 90 seconds. The logs in ${data.at('logs')} say why.`);
  };
  const registered = gateway.register(ports, identity);
  const stack = async () => {
    await Promise.all([
      timed(gateway.kong ? 'The identity provider runs' : 'The gateway and the identity provider run', () =>
        starting(surroundings),
      ),
      timed('The database is ready', database),
    ]);
    await timed('Portico runs', portico);
    await timed(filledText, () => fillDemo(sandbox, registered, keep));
  };
  // Side by side, because the web app takes as long as everything else.
  await Promise.all([watch || web(), stack()]);

  if (watch) cleanups.push(await startHotReload(publicPort, bffUrl));
  const control = await startControl(ports.control, identity.controlToken, parts);
  cleanups.push(control.close);
  const echoUrl = echoUrlOf(sandbox);
  console.log(
    readyText({
      publicUrl,
      echoUrl,
      mailboxUrl: mailboxUrlOf(sandbox),
      kafka: { ...kafkaOf(sandbox), isReal: options.kafka },
      gateway: registered,
      folder: options.folder,
      own: gateway.kong,
    }),
  );
};

console.log('Starting Portico');
const fail = (error: unknown) => {
  if (ending) return;
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  void end(1);
};
// The parts must not outlive this process, which supervises them.
process.on('uncaughtException', fail);
run().catch(fail);
