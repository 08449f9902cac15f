import { Hono } from 'hono';
import type { BffEnv } from '#bff/context.ts';
import { mount } from '#bff/http/route.ts';
import { apiQueries, galleryQuery } from '#bff/queries/api.ts';
import { apiListQuery, galleryPageSize } from '#domain/api/schema.ts';
import { portal } from '#domain/core/actor.ts';
import { measure, printRatio } from './measure.ts';
import type { World } from './world.ts';

/** The gallery's call (route, validation, one statement, JSON) against the same rows by bare SQL. */
export const benchGallery = async ({ services }: World): Promise<void> => {
  const app = new Hono<BffEnv>();
  app.use(async (c, next) => {
    c.set('caller', { actor: portal });
    c.set('correlationId', 'bench');
    await next();
  });
  for (const route of apiQueries) mount(app, services, route);

  for (const [title, search] of [
    ['first page', ''],
    ['a page in the middle', '?page=300'],
    ['search', '?name=pay%20123'],
  ] as const) {
    const query = apiListQuery.parse(Object.fromEntries(new URLSearchParams(search)));
    const filtered = galleryQuery(services.db, portal, query);
    const rows = filtered
      .orderBy('sort_name')
      .orderBy('id')
      .limit(galleryPageSize)
      .offset(query.page * galleryPageSize)
      .compile();
    const count = filtered
      .clearSelect()
      .select(({ fn }) => fn.countAll().as('total'))
      .compile();
    const bare = await measure(300, 4, async () => {
      await services.pool.query(rows.sql, [...rows.parameters]);
      await services.pool.query(count.sql, [...count.parameters]);
    });
    const ours = await measure(300, 4, async () => {
      const response = await app.request(`/api/swaggers${search}`);
      if (!response.ok) throw new Error(await response.text());
      await response.json();
    });
    printRatio(
      `gallery of 10,000 APIs, ${title}, against the bare SQL`,
      ours.rate,
      bare.rate,
      `a second (p95 ${ours.p95.toFixed(1)} ms)`,
    );
  }
};
