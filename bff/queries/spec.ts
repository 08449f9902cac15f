import * as z from 'zod';
import { idParameter } from '#domain/core/id.ts';
import { missing, RefusedError, refuse } from '#domain/core/problem.ts';
import { route } from '../http/route.ts';
import { convertSpec } from '../specs/convert-spec.ts';
import { sampleSpec } from '../specs/sample-spec.ts';
import { loadSpec } from '../specs/spec-store.ts';
import { download } from './download.ts';

export const specQueries = [
  route({
    method: 'get',
    path: '/api/swagger/{id}',
    action: 'api.read',
    summary: "The API's document as text, as JSON or YAML",
    parameters: z.object({ id: idParameter }),
    query: z.object({ type: z.enum(['yaml', 'json']).default('yaml') }),
    handle: async ({ services, c, parameters: { id }, query: { type } }) => {
      const api = await services.db
        .selectFrom('apis')
        .select(['spec_hash', 'spec_format'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (api?.spec_format === 'pdf') throw new RefusedError(refuse('conflict', { code: 'api.document-only' }));
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
