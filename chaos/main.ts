import { setTimeout as sleep } from 'node:timers/promises';
import { createCounts, judgeSuspects, type ProxyOf, startCallers } from './callers.ts';
import { startClients } from './clients.ts';
import { disturb } from './disturb.ts';
import { attackBy } from './disturbances/attack.ts';
import { cutInto } from './disturbances/cut.ts';
import { fillDisk } from './disturbances/fill-disk.ts';
import { flake } from './disturbances/flake.ts';
import { freeze } from './disturbances/freeze.ts';
import { killInto } from './disturbances/kill.ts';
import { lock } from './disturbances/lock.ts';
import { mailTrouble } from './disturbances/mail-trouble.ts';
import { outage } from './disturbances/outage.ts';
import { relaunchInto } from './disturbances/relaunch.ts';
import { stall } from './disturbances/stall.ts';
import { readFacts } from './facts.ts';
import { openLog } from './follow-log.ts';
import { putRight, waitForQuiet } from './heal.ts';
import { lookOnce } from './last-look.ts';
import { openLedger } from './ledger.ts';
import { calmSeconds, readChaosOptions } from './options.ts';
import { compareWithRebuild } from './rebuild.ts';
import { isSound, reportText } from './report.ts';
import { openSecrets } from './secrets.ts';
import { judgeLog, judgeTables, waits } from './verdict.ts';
import { judgeMails } from './verdict-mails.ts';
import { verifyLog } from './verify.ts';
import { judgeVisits, startVisitors } from './visitors.ts';
import { openInbox } from './world/inbox.ts';
import { openPeople } from './world/people.ts';
import { seededRandom } from './world/random.ts';
import { openSecondGateway } from './world/second-gateway.ts';
import { openSmallDisk } from './world/small-disk.ts';
import { startStack } from './world/stack.ts';

/**
 * `npm run chaos`: kills, pauses and attacks everything while people work and call. Afterwards, nothing may be lost,
 * doubled, stuck or open. It stays on this machine, has limits, and ends by itself.
 */
const { minutes, seed, commands, keep } = readChaosOptions(process.argv.slice(2));
const calm = calmSeconds(minutes);
const again = `npm run chaos -- --minutes ${minutes} --seed ${seed} --commands ${commands}`;
console.log(`Chaos for ${minutes} minutes, seed ${seed}, ${commands} commands a second: ${again}`);

const inbox = await openInbox();
const stack = await startStack(inbox.smtpUrl);
let closeDisk = () => {};
let isEnding = false;
/** Ends all processes once, for whatever reason or reasons this one ends. */
const endAll = (why: unknown) => {
  console.error(why);
  if (isEnding) return;
  isEnding = true;
  void stack
    .stop()
    .then(() => closeDisk())
    .finally(() => process.exit(1));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endAll);
// `npm run chaos` was killed, so it passed on no signal.
process.once('disconnect', () => endAll('npm run chaos has ended'));
process.on('uncaughtException', endAll);
process.on('unhandledRejection', endAll);
console.log(`Everything is up. Logs and data: ${stack.folder}`);
const log = openLog(stack.database.app, stack.porticoKey);
const view = log.follow();
const disk = await openSmallDisk(stack.database.owner);
closeDisk = disk.close;
const people = openPeople(stack.issuer);
const second = await openSecondGateway(stack, people);
const facts = await readFacts(log.pool, stack.echoUrl, second.id);
const proxyOf: ProxyOf = ({ config }) => (config.gatewayId === second.id ? second.proxyUrl : stack.proxyUrl);
const ledger = openLedger();
const tally = createCounts();
const secrets = openSecrets(log.pool, stack.porticoKey, view);
// A generator for each, so that the disturbances do not depend on the speed of the clients.
const generator = (part: number) => seededRandom(seed * 31 + part);

const begunAt = Date.now();
const clients = startClients({
  portalUrls: stack.portalUrls,
  inbox,
  people,
  view,
  facts,
  ledger,
  random: generator(2),
  aSecond: commands,
});
const callers = startCallers(proxyOf, view, secrets, generator(3), tally);
const visitors = startVisitors(stack.portalUrls, people, facts, generator(4));
const progress = setInterval(() => {
  const { open, astray, broken, calls, refused } = tally.counts;
  console.log(
    `${new Date().toTimeString().slice(0, 8)}  ${ledger.acknowledged().length} acknowledged, ${clients.waiting()} waiting, ` +
      `${view.openOperations().length} operations under way; ${calls} calls, open ${open}, wrong ${astray + broken}, shut ${refused}`,
  );
}, 30_000);

const fallen: string[] = [];
// First undisturbed: there must be something to disturb, and how long a command takes on this machine is the measure.
await sleep(calm * 1_000);
const calmUntil = Date.now();
console.log(`Undisturbed for ${calm} s. The disk fills up by: ${disk.how}`);
const { counts: disturbances, spans } = await disturb(
  stack,
  [
    ...[killInto(fallen), relaunchInto(fallen), cutInto(fallen)],
    ...[outage, flake, freeze, stall, lock, fillDisk(disk), mailTrouble(inbox), attackBy(people)],
  ],
  generator(1),
  (minutes * 60 - calm) * 1_000,
);

console.log('The last disturbance has ended. Waiting until all operations have ended');
await clients.stop();
if (stack.hasEnded()) throw new Error('the launcher itself has ended');
const ready = await putRight(stack);
await clients.finish(60_000);
const healed = await waitForQuiet(view);
await callers.stop();
await visitors.stop();
clearInterval(progress);

console.log(`${new Date().toTimeString().slice(0, 8)}  Comparing everything with the log`);
const whole = await log.readAll();
await secrets.learn();
// The launcher ends the echo too.
judgeSuspects(
  tally,
  whole,
  spans.filter(({ name }) => name === 'relaunch'),
);
const missing = await lookOnce(proxyOf, whole, secrets, tally);
const findings = judgeLog(ledger, whole);
const took = waits(ledger, whole, calmUntil, spans);
await inbox.close();
const mails = judgeMails(whole, inbox.all(), begunAt);
const visits = judgeVisits(visitors.visits, whole, ledger);
const outcome = {
  seed,
  minutes,
  disturbances,
  ledger,
  view: whole,
  findings: {
    ...findings,
    lost: [...findings.lost, ...mails.lost, ...missing, ...(await compareWithRebuild(log.pool))],
    doubled: [...findings.doubled, ...mails.doubled],
    late: took.late,
    stuck: [
      ...fallen,
      ...(ready ? [] : ['the portal is not ready']),
      ...findings.stuck,
      ...(await judgeTables(log.pool)),
    ],
  },
  tally,
  mails,
  visits,
  waits: took,
  healed,
  verifier: await verifyLog(stack),
};
await log.close();
await stack.stop();
await second.close();
closeDisk();
console.log(reportText(outcome));
const sound = isSound(outcome);
if (sound && !keep) stack.remove();
else console.log(`\nLogs and data: ${stack.folder}`);
process.exit(sound ? 0 : 1);
