import * as z from 'zod';
import { idParameter } from '#domain/core/id.ts';
import { trialOperations } from '#domain/trial/schema.ts';
import { route } from '../http/route.ts';
import { convertSpec } from '../specs/convert-spec.ts';
import { recentOperations } from '../specs/recent-operations.ts';
import { sampleSpec } from '../specs/sample-spec.ts';
import { findDescription, loadDescription, requireSpec } from './description.ts';
import { download } from './download.ts';

export const specQueries = [
  route({
    method: 'get',
    path: '/api/swagger/{id}',
    limit: 'document',
    action: 'api.read',
    summary: "The API's document as text, as JSON or YAML",
    parameters: z.object({ id: idParameter }),
    query: z.object({ type: z.enum(['yaml', 'json']).default('yaml') }),
    handle: async ({ services, c, parameters: { id }, query: { type } }) => {
      const spec = await loadDescription(services, await findDescription(services, id));
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
    limit: 'document',
    action: 'api.read',
    summary: 'The operations of the current description, with what a call of each needs',
    parameters: z.object({ id: idParameter }),
    answer: trialOperations,
    handle: async ({ services, parameters: { id } }) => {
      const description = requireSpec(await findDescription(services, id));
      return await recentOperations(description.hash, async () => (await loadDescription(services, description)).bytes);
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
