import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { missing, RefusedError } from '#domain/core/problem.ts';
import type { BffEnv } from './context.ts';

/**
 * The built web app. Files with a hash in their name are cached for ever; every other path that is
 * no file is a screen, so it answers the page that starts the app.
 *
 * @param root the folder that the build went to.
 */
export const webFiles = (root: string): Hono<BffEnv> => {
  const page = path.join(root, 'index.html');
  return new Hono<BffEnv>()
    .use(compress())
    .use(
      serveStatic({
        root,
        onFound: (file, c) => {
          c.header('cache-control', /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      }),
    )
    .get('/assets/*', () => {
      // A page that is older than this build asks for files that are gone; HTML would only confuse it.
      throw new RefusedError(missing());
    })
    .get('*', async (c) => {
      const html = await readFile(page, 'utf8').catch(() => undefined);
      if (html === undefined) throw new RefusedError(missing());
      return c.html(html, 200, { 'cache-control': 'no-cache' });
    });
};
