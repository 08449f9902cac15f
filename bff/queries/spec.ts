import * as z from 'zod';
import { idParameter } from '#domain/core/id.ts';
import { missing, RefusedError, refuse } from '#domain/core/problem.ts';
import { trialOperations } from '#domain/trial/schema.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { convertSpec } from '../specs/convert-spec.ts';
import { recentOperations } from '../specs/recent-operations.ts';
import { sampleSpec } from '../specs/sample-spec.ts';
import { loadSpec, type StoredSpec } from '../specs/spec-store.ts';
import { download } from './download.ts';

/** The current description of an API. @throws RefusedError when there is no such API, or it has a PDF. */
const currentSpec = async ({ db, pool }: Services, id: number): Promise<StoredSpec & { hash: string }> => {
  const api = await db.selectFrom('apis').select(['spec_hash', 'spec_format']).where('id', '=', id).executeTakeFirst();
  if (api?.spec_format === 'pdf') throw new RefusedError(refuse('conflict', { code: 'api.document-only' }));
  const spec = api && (await loadSpec(pool, api.spec_hash));
  if (!spec) throw new RefusedError(missing());
  return { ...spec, hash: api.spec_hash };
};

export const specQueries = [
  route({
    method: 'get',
    path: '/api/swagger/{id}',
    action: 'api.read',
    summary: "The API's document as text, as JSON or YAML",
    parameters: z.object({ id: idParameter }),
    query: z.object({ type: z.enum(['yaml', 'json']).default('yaml') }),
    handle: async ({ services, c, parameters: { id }, query: { type } }) => {
      const spec = await currentSpec(services, id);
      return download(
        await convertSpec(spec.bytes, spec.format, type, { signal: c.req.raw.signal }),
        type,
        `api-${id}`,
      );
    },
  }),
  route({
    method: 'get',
    path: '/api/swagger/{id}/operations',
    action: 'api.read',
    summary: 'The operations of the current description, with what a call of each needs',
    parameters: z.object({ id: idParameter }),
    answer: trialOperations,
    handle: async ({ services, parameters: { id } }) => {
      const { bytes, hash } = await currentSpec(services, id);
      return await recentOperations(hash, bytes);
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
