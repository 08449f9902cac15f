import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { BffEnv } from './http/context.ts';

/** Cache header for files with a hash in their name. */
const forever = 'public, max-age=31536000, immutable';

/**
 * Serves the built web app. Files with a hash in their name are cached for ever. A path outside `assets` that is not a file
 * is a screen and gets the page that starts the app. The build has each large text in a compressed form beside it
 * (web/vite-compressed-files.ts); what has none is compressed here.
 *
 * @param root folder of the build.
 */
export const webFiles = (root: string): Hono<BffEnv> => {
  const page = path.join(root, 'index.html');
  return new Hono<BffEnv>()
    .use(compress())
    .use(async (c, next) => {
      await next();
      // serveStatic's onFound comes too late: the response has its headers already.
      if (c.res.ok) c.header('cache-control', c.req.path.startsWith('/assets/') ? forever : 'no-cache');
    })
    .use(serveStatic({ root, precompressed: true }))
    .get('/assets/*', () => {
      throw new RefusedError(notFound());
    })
    .get('*', async (c) => {
      const html = await readFile(page, 'utf8').catch(() => undefined);
      if (html === undefined) throw new RefusedError(notFound());
      return c.html(html);
    });
};
