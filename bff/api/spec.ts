import { getSampleSpec, getSpec } from '#domain/api/document-calls.ts';
import { listOperationsToTry } from '#domain/try-it/calls.ts';
import { sampleSpec } from '#specs/sample-spec.ts';
import { convertSpec } from '../documents/convert-spec.ts';
import { listTryItOperations } from '../documents/list-try-it-operations.ts';
import { route } from '../http/route.ts';
import { findDescription, requireSpec, storedDocument } from './shared/description.ts';
import { download } from './shared/download.ts';

export const specQueries = [
  route(getSpec, {
    limit: 'document',
    action: 'api.read',
    summary: "The API's document as text, as JSON or YAML",
    handle: async ({ actor, services, c, parameters: { id }, query: { type } }) => {
      const description = requireSpec(await findDescription(services, id));
      const spec = storedDocument(services, description);
      const text = await convertSpec(spec, spec.format, type, { by: actor, signal: c.req.raw.signal });
      return download(text, type, description);
    },
  }),
  route(listOperationsToTry, {
    limit: 'document',
    action: 'api.read',
    summary: 'The operations of the current description, with what a call of each needs',
    handle: async ({ actor, services, c, parameters: { id } }) => {
      const spec = storedDocument(services, await findDescription(services, id));
      return await listTryItOperations(spec, { by: actor, signal: c.req.raw.signal });
    },
  }),
  route(getSampleSpec, {
    action: 'api.read',
    summary: 'A sample document to begin with',
    handle: async () => download(sampleSpec, 'yaml', { name: 'sample', version: '' }),
  }),
];
