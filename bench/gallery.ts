import { Hono } from 'hono';
import { readGallery } from '#bff/api/gallery.ts';
import { apiQueries } from '#bff/api/queries.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { mount } from '#bff/http/route.ts';
import { apiListQuery, galleryPageSize } from '#domain/api/schema.ts';
import { type Actor, portal } from '#domain/core/actor.ts';
import { measure, printRatio } from './measure.ts';
import type { World } from './world.ts';

/** A user of the organization that owns all APIs of the benchmark, so "my APIs" is as long as possible. */
const owner: Actor = { ...portal, organizationId: 1 };

const kinds = [
  ['first page', ''],
  ['a page in the middle', '?page=5555'],
  ['the last page, by date', '?page=11110&sort=updatedAt&order=desc'],
  ['my APIs', '?my=true'],
  ['my APIs, in the middle', '?my=true&page=5555'],
  ['search for a rare word', '?name=pay%20123'],
  ['search for a common word', '?name=pay'],
  ['search for a word that all have', '?name=service'],
  ['search for a word that all have, in the middle', '?name=service&page=5555'],
  ['search for one letter', '?name=p'],
  ['search with a typo', '?name=servcie'],
  ['a list of 27, by date', '?size=27&sort=updatedAt&order=desc'],
  ['of one organization, not deployed', '?orgId=1&state=not-deployed'],
  ['of an environment, with a common word', '?env=DEV&name=pay'],
  ['its filters', '/filters'],
  ['its filters, of my APIs', '/filters?my=true'],
] as const;

/**
 * Measures the gallery's call (route, validation, statements, JSON) in milliseconds, one call after the other. Beside
 * it, measures the same page by bare SQL, a count and a page of rows, four at a time.
 */
export const benchGallery = async ({ services }: World, apis: number): Promise<void> => {
  const app = new Hono<BffEnv>();
  app.use(async (c, next) => {
    c.set('caller', { actor: owner });
    c.set('correlationId', 'bench');
    await next();
  });
  for (const route of apiQueries) mount(app, services, route);
  const title = `gallery of ${apis.toLocaleString('en')} APIs`;
  const { rows: tables } = await services.pool.query<{ name: string }>(
    `select format('read.%I', relname) as name from pg_class where relname ~ '^(apis|api_sets)_v' and relkind = 'r'`,
  );
  // Autovacuum would do this within a minute.
  for (const { name } of tables) await services.pool.query(`vacuum analyze ${name}`);

  for (const [kind, search] of kinds) {
    const times = await measure(100, 1, async () => {
      const response = await app.request(`/api/swaggers${search}`);
      if (!response.ok) throw new Error(await response.text());
      await response.json();
    });
    console.log(`${`${title}, ${kind}`.padEnd(72)} p50 ${times.p50.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms`);
  }
  const query = apiListQuery.parse({});
  const bare = await measure(300, 4, async () => {
    await services.pool.query('select count(*) from apis');
    await services.pool.query(`select * from apis order by sort_name, id limit ${galleryPageSize}`);
  });
  const ours = await measure(300, 4, () => readGallery(services.db, owner, query));
  printRatio(`${title}, first page, against the bare SQL`, ours.rate, bare.rate, 'a second');
};
