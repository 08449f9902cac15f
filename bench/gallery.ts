import { Hono } from 'hono';
import { readGallery } from '#bff/api/gallery.ts';
import { apiQueries } from '#bff/api/queries.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { mount } from '#bff/http/route.ts';
import { createTableWait } from '#bff/http/table-wait.ts';
import { apiListQuery, galleryPageSize } from '#domain/api/schema.ts';
import { type Actor, portal } from '#domain/core/actor.ts';
import { measure, printRatio } from './measure.ts';
import type { World } from './world.ts';

/** A user of the organization that owns all APIs of the benchmark, so "my APIs" is as long as possible. */
const owner: Actor = { ...portal, organizationId: 1 };

/** The calls of each kind. `middle` and `last` are numbers of pages. */
const kindsOf = (middle: number, last: number) =>
  [
    ['first page', ''],
    ['a page in the middle', `?page=${middle}`],
    ['the last page, by date', `?page=${last}&sort=updatedAt&order=desc`],
    ['a list of 27, by date', '?size=27&sort=updatedAt&order=desc'],
    ['my APIs', '?my=true'],
    ['my APIs, in the middle', `?my=true&page=${middle}`],
    ['of one organization, not deployed', '?orgId=1&state=not-deployed'],
    ['search for a rare word', '?name=pay%20123'],
    ['search for a common word', '?name=pay'],
    ['search for a common word, by date', '?name=pay&sort=updatedAt&order=desc'],
    ['search for a common word and a rare one', '?name=service%20123'],
    ['search for a word that all have', '?name=service'],
    ['search for a word that all have, from the end', '?name=service&order=desc'],
    ['search for a word that all have, by organization', '?name=service&sort=orgname'],
    ['search for a word that all have, in the middle', `?name=service&page=${middle}`],
    ['search for a part of a word that all have', '?name=ervic'],
    ['search for three words that all have', '?name=the%20service%20team'],
    ['search for one letter', '?name=p'],
    ['search for two letters', '?name=st'],
    ['search for two letters and a word', '?name=st%20service'],
    ['search for three letters that all have', '?name=t%20s%20o'],
    ['search for one Chinese letter', `?name=${encodeURIComponent('支')}`],
    ['search for a Russian word', `?name=${encodeURIComponent('платёж')}`],
    ['search with a typo in a common word', '?name=servcie'],
    ['search with a typo and a rare word', '?name=ledgr%20123'],
    ['search for a word that none has or resembles', '?name=xyzzy'],
    ['of my APIs, with a word that all have', '?my=true&name=service'],
    ['of one organization, with a word that all have', '?orgId=1&name=service'],
    ['of another application, with a word that all have', '?bizappId=7&name=service'],
    ['of an environment, with a common word', '?env=DEV&name=pay'],
    ['of a business area, with a common word', '?businessAreaId=3&name=pay'],
    ['not deployed, with a common word', '?state=not-deployed&name=pay'],
    ['its filters', '/filters'],
    ['its filters, of my APIs', '/filters?my=true'],
  ] as const;

/**
 * Measures the gallery's call (route, validation, statements, JSON) in milliseconds, one call after the other. Beside
 * it, measures the same page by bare SQL, a count and a page of rows, four at a time.
 */
export const benchGallery = async ({ services, scale: { calls } }: World, apis: number): Promise<void> => {
  const app = new Hono<BffEnv>();
  app.use(async (c, next) => {
    c.set('caller', { actor: owner });
    c.set('correlationId', 'bench');
    await next();
  });
  for (const route of apiQueries) mount(app, services, createTableWait(services), route);
  const title = `gallery of ${apis.toLocaleString('en')} APIs`;
  const { rows: tables } = await services.pool.query<{ name: string }>(
    `select format('read.%I', relname) as name from pg_class where relname ~ '^(apis|api_words)_v' and relkind = 'r'`,
  );
  // Autovacuum would do this within a minute.
  for (const { name } of tables) await services.pool.query(`vacuum analyze ${name}`);

  const last = Math.ceil(apis / galleryPageSize) - 1;
  for (const [kind, search] of kindsOf(Math.floor(last / 2), last)) {
    const times = await measure(100 * calls, 1, async () => {
      const response = await app.request(`/api/swaggers${search}`);
      if (!response.ok) throw new Error(await response.text());
      await response.json();
    });
    console.log(`${`${title}, ${kind}`.padEnd(80)} p50 ${times.p50.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms`);
  }
  const query = apiListQuery.parse({});
  const bare = await measure(300 * calls, 4, async () => {
    await services.pool.query('select count(*) from apis');
    await services.pool.query(`select * from apis order by sort_name, id limit ${galleryPageSize}`);
  });
  const ours = await measure(300 * calls, 4, () => readGallery(services.db, owner, query));
  printRatio(`${title}, first page, against the bare SQL`, ours.rate, bare.rate, 'a second');
};
