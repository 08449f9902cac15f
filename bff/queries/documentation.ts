import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import * as z from 'zod';
import { idParameter } from '#domain/core/id.ts';
import { missing, RefusedError } from '#domain/core/problem.ts';
import type { BffEnv } from '../context.ts';
import { documentationPage, documentationPolicy } from '../documentation/page.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { convertSpec } from '../specs/convert-spec.ts';
import { loadSpec } from '../specs/spec-store.ts';

// In libuv's threads, off the event loop.
const compress = promisify(gzip);

/**
 * The documentation of an API as an HTML answer. An API that has a document (PDF) and no spec has none.
 *
 * @throws RefusedError 404 when there is no such API, or nothing to show.
 */
const documentation = async (services: Services, c: Context<BffEnv>, id: number): Promise<Response> => {
  const api = await services.db
    .selectFrom('apis')
    .select(['name', 'spec_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  const spec = api && (await loadSpec(services.pool, api.spec_hash));
  if (!spec || (spec.format !== 'json' && spec.format !== 'yaml')) throw new RefusedError(missing());
  const json = await convertSpec(spec.bytes, spec.format, 'json', { signal: c.req.raw.signal });
  const page = Buffer.from(documentationPage(api.name, json));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': documentationPolicy,
    vary: 'accept-encoding',
  };
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return new Response(page, { headers });
  return new Response(await compress(page, { level: 1 }), { headers: { ...headers, 'content-encoding': 'gzip' } });
};

const parameters = z.object({ id: idParameter });

export const documentationQueries = [
  route({
    method: 'get',
    path: '/api/docbook/{id}',
    action: 'api.read',
    summary: "The API's documentation as one HTML document that needs nothing else",
    parameters,
    handle: async ({ services, c, parameters: { id } }) => {
      const response = await documentation(services, c, id);
      response.headers.set('content-disposition', `attachment; filename="api-${id}.html"`);
      return response;
    },
  }),
  route({
    method: 'get',
    path: '/api/redoc/{id}',
    action: 'api.read',
    summary: "The API's documentation as a page for a frame, in an origin of its own",
    parameters,
    query: z.object({ theme: z.enum(['light', 'dark']).optional() }),
    handle: async ({ services, c, parameters: { id } }) => await documentation(services, c, id),
  }),
];
