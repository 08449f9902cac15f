import { downloadCode, generateCode } from '#domain/code-generation/calls.ts';
import { codeGenerationDecider } from '#domain/code-generation/decider.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { randomId } from '#platform/uuid.ts';
import { type Description, findDescription, requireSpec, storedDocument } from '../api/shared/description.ts';
import { convertSpec } from '../documents/convert-spec.ts';
import { hashOf } from '../documents/spec-job.ts';
import { saveSpec } from '../documents/spec-store.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { takeFromQuota } from '../http/take-from-quota.ts';
import { findOperation } from '../operation/queries.ts';

/**
 * Stores the API's document as JSON beside the original, once. The generator limits aliases in YAML, but not in JSON.
 *
 * @returns the hash of the JSON.
 */
const jsonDocument = async ({ actor, c, services }: Received, description: Description): Promise<string> => {
  const spec = storedDocument(services, description);
  if (spec.format === 'json') return description.hash;
  const bytes = await convertSpec(spec, spec.format, 'json', { by: actor, signal: c.req.raw.signal });
  const document = { hash: await hashOf(bytes), format: 'json' } as const;
  await saveSpec(services.pool, document, bytes);
  return document.hash;
};

export const codeGenerationRoutes = [
  route(generateCode, {
    action: 'code.generate',
    summary:
      'Have client or server code generated for an API; the archive is downloaded when the operation has completed',
    handle: async (request) => {
      const { actor, body, parameters, services } = request;
      return await runCommand(request, { ...parameters, ...body }, async () => {
        const description = await findDescription(services, parameters.id);
        if (!description) throw new RefusedError(notFound());
        authorizeOpenly(actor, 'code.generate', {
          applicationId: description.applicationId,
          apiId: description.apiId,
        });
        requireSpec(description);
        await takeFromQuota(services, actor.userId, 'code');
        const document = await jsonDocument(request, description);
        const operationId = randomId();
        return {
          decider: codeGenerationDecider,
          id: operationId,
          command: {
            type: 'RequestCode',
            data: { operationId, apiId: description.apiId, revision: description.revision, document, ...body },
          } as const,
          response: { operationId },
        };
      });
    },
  }),
  route(downloadCode, {
    limit: 'document',
    action: 'session.use',
    why: 'code.download',
    summary: 'The archive that an operation of mine has generated, for an hour',
    handle: async ({ actor, parameters: { operationId }, services }) => {
      const operation = await findOperation(services.db, operationId);
      // What an organization's API looks like stays with its people (docs/decisions/0066-rights-end-with-the-organization.md).
      const isOfOwn = operation?.organization_id === actor.organizationId;
      if (!operation || !isOfOwn || !may(actor, 'code.download', { userId: operation.requested_by }))
        throw new RefusedError(notFound());
      const { rows } = await services.pool.query<{ content: Buffer<ArrayBuffer> }>(
        'select content from generated_code where operation_id = $1 and expires_at > now()',
        [operationId],
      );
      if (!rows[0]) throw new RefusedError(notFound());
      return new Response(rows[0].content, {
        headers: {
          'content-type': 'application/zip',
          'content-length': String(rows[0].content.length),
          'content-disposition': 'attachment; filename="code.zip"',
        },
      });
    },
  }),
];
