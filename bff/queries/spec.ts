import * as z from 'zod';
import { idParameter } from '#domain/core/id.ts';
import { missing, RefusedError } from '#domain/core/problem.ts';
import { route } from '../http/route.ts';
import { convertSpec } from '../specs/convert-spec.ts';
import { sampleSpec } from '../specs/sample-spec.ts';
import { loadSpec } from '../specs/spec-store.ts';

const mediaTypes = { json: 'application/json; charset=utf-8', yaml: 'application/yaml; charset=utf-8' } as const;

/** A text for a file; downloaded rather than shown, so that nothing in it can run (reliability D8). */
const download = (text: string, format: 'json' | 'yaml', name: string): Response =>
  new Response(text, {
    headers: {
      'content-type': mediaTypes[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
    },
  });

export const specQueries = [
  route({
    method: 'get',
    path: '/api/swagger/{id}',
    action: 'api.read',
    summary: "The API's document as text, as JSON or YAML",
    parameters: z.object({ id: idParameter }),
    query: z.object({ type: z.enum(['yaml', 'json']).default('yaml') }),
    handle: async ({ services, c, parameters: { id }, query: { type } }) => {
      const api = await services.db.selectFrom('apis').select('spec_hash').where('id', '=', id).executeTakeFirst();
      const spec = api && (await loadSpec(services.pool, api.spec_hash));
      if (!spec) throw new RefusedError(missing());
      return download(
        await convertSpec(spec.bytes, spec.format, type, { signal: c.req.raw.signal }),
        type,
        `api-${id}`,
      );
    },
  }),
  route({
    method: 'get',
    path: '/api/sample-swagger',
    action: 'api.read',
    summary: 'A sample document to begin with',
    handle: async () => download(sampleSpec, 'yaml', 'sample'),
  }),
];
