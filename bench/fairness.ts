import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createApp } from '#bff/app.ts';
import { createCallLimiter } from '#bff/http/call-limiter.ts';
import { takeTurns } from '#bff/http/connection-turns.ts';
import { openReadTables } from '#bff/sql/read-tables.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool, promptly } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { readPath } from '#projections/read-path.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Role, Turn } from './fairness-client.ts';
import { type Attack, attacks, type Work, works } from './fairness-works.ts';
import { type Measured, printRatio, quantile } from './measure.ts';
import { listen, preparePortal } from './portal.ts';
import type { World } from './world.ts';

/**
 * The most that another person's call may take, as a multiple of its time without the attack. The last two attacks keep one
 * core busy with calls that are served or refused, so a call of 3 ms waits for some of theirs.
 */
const allowed: Record<Attack, number> = { documents: 3, pipelining: 12, galleries: 25 };
const rounds = 5;
/** Factors for the table of limits: as in production, and so many calls that no limit stops anybody. */
const factors = { 'limits in force': 1, 'no limits': 1_000 } as const;
type Limits = keyof typeof factors;

/**
 * Starts the whole portal with people of two organizations. The limits are for a person who works, not for a person who
 * does a hundred things in ten seconds, so each round has another person.
 */
const startPortal = async (world: World) => {
  world.project();
  const { services, signIn, seed } = preparePortal(world);
  // As bff/main.ts makes it. Another process fills the read tables in production, so that has the world's pool.
  const pool = createPool(world.appUrl, {
    applicationName: 'portico-bench-portal',
    searchPath: readPath,
    kept: true,
    ...promptly,
  });
  takeTurns(pool, promptly.connectTimeout);
  const { store } = openEventStore({ pool, key: world.key, definitions: eventCatalogue });
  const open = (factor: number) => {
    const limiter = createCallLimiter({ pool, log: silentLog, factor });
    return listen(createApp({ ...services, pool, store, db: openReadTables(pool), limiter }, world.folder));
  };
  const [acme, partner] = [await seed.organization('Acme', false), await seed.organization('Partner', true)];
  const applicationId = await seed.application(acme, 'Shop', []);
  let apiId = 0;
  for (let count = 0; count < 30; count += 1) apiId = await seed.api(acme, applicationId, `Orders ${count}`);
  const person = async (organizationId: number) =>
    await signIn(await seed.user(organizationId, 'Person', ['ROLE_COMPANY_USER']));
  const start = (role: Role) => fork(new URL('./fairness-client.ts', import.meta.url), [role], { execArgv: [] });
  const clients = { other: start('other'), attacker: start('attacker') };

  return {
    ...clients,
    /** Starts the portal with these limits and signs people in. Waits until the read tables have them. */
    open: async (limits: Limits) => {
      const { url, close } = await open(factors[limits]);
      const others: Record<string, string>[] = [];
      for (let round = 0; round <= rounds; round += 1) others.push(await person(acme));
      const attacker = await person(partner);
      await waitForPosition(services.pool, await services.store.head(), 60_000);
      return {
        other: (round: number, work: Work): Turn => ({
          url,
          headers: others[round] ?? {},
          apiId,
          work,
          attack: 'documents',
        }),
        attacker: (attack: Attack): Turn => ({ url, headers: attacker, apiId, work: 'gallery', attack }),
        close,
      };
    },
    close: async () => {
      await store.close();
      await pool.end();
      clients.other.kill();
      clients.attacker.kill();
    },
  };
};
type Portal = Awaited<ReturnType<typeof startPortal>>;

const middle = (values: readonly number[]): number => quantile(values, 0.5);

const measureWith = async (portal: Portal, limits: Limits, attack: Attack): Promise<void> => {
  const people = await portal.open(limits);
  const askAll = async (round: number): Promise<Record<Work, number>> => {
    const p95 = { gallery: 0, download: 0, command: 0 };
    for (const work of Object.keys(works) as Work[]) {
      portal.other.send(people.other(round, work));
      p95[work] = ((await once(portal.other, 'message'))[0] as Measured).p95;
    }
    return p95;
  };
  const statusCounts: Record<string, number> = {};
  const found: { idle: Record<Work, number>; attacked: Record<Work, number> }[] = [];
  await askAll(rounds);
  for (let round = 0; round < rounds; round += 1) {
    const idle = await askAll(round);
    portal.attacker.send(people.attacker(attack));
    found.push({ idle, attacked: await askAll(round) });
    portal.attacker.send('stop');
    const [statuses] = (await once(portal.attacker, 'message')) as [Record<string, number>];
    for (const [status, count] of Object.entries(statuses)) statusCounts[status] = (statusCounts[status] ?? 0) + count;
  }
  for (const work of Object.keys(works) as Work[]) {
    const ratios = found.map(({ idle, attacked }) => attacked[work] / idle[work]);
    const bare = middle(found.map(({ idle }) => idle[work]));
    printRatio(`fairness, ${attack}, ${limits}: p95 of another's ${work}`, middle(ratios) * bare, bare, 'ms');
    if (middle(ratios) > allowed[attack]) process.exitCode = 1;
  }
  console.log(`the attacker got ${JSON.stringify(statusCounts)}`);
  people.close();
};

/**
 * Measures one person's calls while another, a partner's user, does the worst that was seen
 * (fairness-works.ts), again and again. Prints the ratio of the 95th percentile to
 * that of the same calls just before. It is the median of a few rounds, because the machine's load changes. Measures
 * once as in production, where limits stop the attacker after a while, and once without limits, where only fairness
 * helps.
 */
export const benchFairness = async (world: World): Promise<void> => {
  const portal = await startPortal(world);
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss());
  }, 100);
  for (const attack of attacks)
    for (const limits of Object.keys(factors) as Limits[]) await measureWith(portal, limits, attack);
  clearInterval(watch);
  console.log(`memory of the portal without its child processes, at most ${Math.round(memory / 1024 / 1024)} MB`);
  await portal.close();
};
