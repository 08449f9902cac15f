import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { buildWeb } from '#sandbox/process/build-web.ts';
import { promtoolProgram } from './operations/promtool.ts';
import { findFirefox } from './processes/find-firefox.ts';
import { broken, type Outcome, runNode } from './processes/run-node.ts';
import { noLastRelease } from './releases/last-release-commit.ts';
import { runSideBySide, staticChecks } from './runner/checks.ts';
import { holdRun } from './runner/hold-run.ts';
import { runBrowser } from './runner/run-browser.ts';
import { runSuites } from './runner/run-suites.ts';
import { nginxProgram } from './servers/real-nginx.ts';

/**
 * `npm test`: static checks, then every suite that reads or runs a part, then the browser's specs. One after the other: side by
 * side on two cores, suites and specs missed their limits.
 * `npm test -- gateway`: the operations alone, on the Kong of KONG_ADMIN_URL where it is set.
 * `npm test -- eventstore`: the event log in KurrentDB alone, on the server of EVENTSTORE_URL where it is set.
 */
const release = holdRun();
const reports = mkdtempSync(path.join(tmpdir(), 'portico-reports-'));

/** What any Kong can be asked for; the others stop the gateway, break its answers or need one that is empty. */
const gatewaySuites = [
  'deployment/never-open',
  'deployment/in-time',
  'deployment/give-way',
  'engine/operations',
  'deployment/deployment-plugins',
  'consumer/key-settings',
  'consumer/rotate-keys',
  'consumer/withdraw-keys',
  'gateway-object/change-object',
  'gateway-object/change-certificate',
  'gateway-object/mirror-gateway',
  'difference/differences',
  'take-over/take-over',
  'deployment/follow',
].map((name) => `workers/${name}.test.ts`);
/** What any server can be asked for; the others freeze it, kill it or change its files, and stay on the double. */
const eventStoreSuites = ['event-store', 'crash', 'flows'].map((name) => `eventstore/kurrentdb/${name}.test.ts`);
const { CODEGEN, EVENTSTORE_URL, FIREFOX, FRESH_CLONES, KAFKA, KEYCLOAK, KONG_ADMIN_URL, NGINX, PROMTOOL } =
  process.env;
/** Some seconds for each thing that a real gateway takes into force, and one file after the other. */
const onKong = ['--testTimeout=600000', '--hookTimeout=120000', '--no-file-parallelism'];

const runGateway = () => runSuites(reports, gatewaySuites, { options: KONG_ADMIN_URL ? onKong : [] });
const runEventStore = () => runSuites(reports, eventStoreSuites);

const checked = async (): Promise<Outcome> => {
  const checks = await runSideBySide(staticChecks);
  const failures = checks.filter((check) => !check.passed).map((check) => `check > ${check.name}`);
  const passed = checks.length - failures.length;
  return { counts: { passed, failed: failures.length, skipped: 0 }, failures, later: [] };
};

const everything = async (): Promise<Outcome[]> => {
  // Once, because several starts of the sandbox would do it at the same time. A start says why a build fails.
  await buildWeb(({ args }) => runNode(args, { NODE_ENV: 'production' })).catch(() => undefined);
  const checks = await checked();
  // On the sandbox gateway first, whose faults can be chosen.
  const suites = await runSuites(reports, [], { env: { KONG_ADMIN_URL: '', EVENTSTORE_URL: '' } });
  const onRealKong = KONG_ADMIN_URL ? [await runGateway()] : [];
  const onRealServer = EVENTSTORE_URL ? [await runEventStore()] : [];
  const browser = await runBrowser(reports);
  return [checks, suites, ...onRealKong, ...onRealServer, ...browser];
};

const [asked, ...more] = process.argv.slice(2);
const alone = { gateway: runGateway, eventstore: runEventStore };
if (more.length > 0 || (asked !== undefined && !(asked in alone))) {
  console.error(
    'npm test runs everything, npm test -- gateway the operations at a gateway, npm test -- eventstore the log in KurrentDB.',
  );
  process.exit(1);
}
const parts = asked ? [await alone[asked as keyof typeof alone]()] : await everything();
/** A run that is to cover code generation, a real Kafka, Keycloak, nginx, Prometheus or Firefox says so and fails where it could not be had. */
for (const fetched of [CODEGEN, FIREFOX, KAFKA, KEYCLOAK, NGINX, PROMTOOL])
  if (!asked && fetched === 'missing') parts.push(broken);
rmSync(reports, { recursive: true, force: true });
await release();

console.log();
if (!EVENTSTORE_URL && asked !== 'gateway')
  console.log('Left out: the event log in a real KurrentDB. Set EVENTSTORE_URL to the address of one to run it there.');
if (!KONG_ADMIN_URL && asked !== 'eventstore')
  console.log(
    'Left out: operations on a real Kong. Set KONG_ADMIN_URL and KONG_PROXY_URL to those of one to run them there.',
  );
if (!asked && !process.env.REDIS_URL) console.log('Left out: the queue on Redis. Set REDIS_URL to run it.');
if (!asked && CODEGEN === 'missing')
  console.error('Failed: code generation, because OpenAPI Generator could not be fetched.');
else if (!asked && CODEGEN !== 'on')
  console.log('Left out: code generation. Set CODEGEN=on where Java and Maven are installed to run it.');
if (!asked && KEYCLOAK === 'missing')
  console.error('Failed: production from nothing, because Keycloak could not be fetched.');
else if (!asked && KEYCLOAK !== 'on')
  console.log('Left out: production from nothing. Set KEYCLOAK=on where Java and Maven are installed to run it.');
if (!asked && KAFKA === 'missing') console.error('Failed: events on a real Kafka, because it could not be fetched.');
else if (!asked && KAFKA !== 'on')
  console.log('Left out: events on a real Kafka. Set KAFKA=on where Java and Maven are installed to run it.');
if (!asked && NGINX === 'missing')
  console.error('Failed: a lockdown before a real nginx, because nginx could not be installed.');
else if (!asked && !nginxProgram())
  console.log('Left out: a lockdown before a real nginx. Install nginx, or set NGINX to its program, to run it.');
if (!asked && PROMTOOL === 'missing')
  console.error('Failed: the rules of alerts in a real Prometheus, because promtool could not be installed.');
else if (!asked && !promtoolProgram())
  console.log(
    'Left out: the rules of alerts in a real Prometheus. Install promtool, or set PROMTOOL to its program, to run them.',
  );
if (!asked && FIREFOX === 'missing') console.error('Failed: Firefox, because it could not be installed.');
else if (!asked && !findFirefox())
  console.log('Left out: the main ways in Firefox. Install Firefox, or set FIREFOX to its program, to run them.');
if (!asked && FRESH_CLONES !== 'on')
  console.log('Left out: the first commands in a fresh clone, with the newest npm. Set FRESH_CLONES=on to run them.');
if (noLastRelease) console.log(`Left out: the last release on this one's data, because ${noLastRelease}.`);
const total = (what: keyof Outcome['counts']) => parts.reduce((sum, { counts }) => sum + counts[what], 0);
for (const name of parts.flatMap(({ later }) => later)) console.log(`Passed only in a second run: ${name}`);
for (const name of parts.flatMap(({ failures }) => failures)) console.error(`Failed: ${name}`);
if (total('skipped')) console.log(`${total('skipped')} skipped`);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;
