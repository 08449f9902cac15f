import type { ApiDetails, SpecReference } from '#domain/api/api.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { type ApiImportBody, apiImportBody, apiImported, descriptionLimit, specSizeLimit } from '#domain/api/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { isRefusal, missing, RefusedError } from '#domain/core/problem.ts';
import { runCommand } from '../http/command.ts';
import { parseFields } from '../http/form-fields.ts';
import { invalidField } from '../http/invalid.ts';
import { readMultipart } from '../http/multipart.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Request, route } from '../http/route.ts';
import { findApi } from '../queries/api.ts';
import { findApplication } from '../queries/application.ts';
import { findBusinessArea } from '../queries/business-area.ts';
import { readSpec } from '../specs/read-spec.ts';
import type { SpecDocument } from '../specs/spec-document.ts';
import { saveSpec } from '../specs/spec-store.ts';

type AnyRequest = Request<unknown, unknown, unknown>;

const specOf = ({ hash, format, size, specVersion, version, operations, servers }: SpecDocument): SpecReference => ({
  hash,
  format,
  size,
  specVersion,
  version,
  operations,
  servers: servers.slice(0, 20),
});

/** What is left empty is the document's own (specification 1, section 5). */
const detailsOf = (
  body: ApiImportBody,
  document: SpecDocument | undefined,
  current: ApiDetails | undefined,
): ApiDetails => {
  const name = body.name || document?.title.slice(0, 200) || current?.name || '';
  const description =
    body.description || document?.description.slice(0, descriptionLimit) || current?.description || '';
  if (!name) throw invalidField('name', 'api.name-required');
  return { name, description, sourceRepo: body.sourceRepo, businessAreaId: body.businessAreaId ?? null };
};

/** Reads and stores the uploaded document; its text stands beside the events, under its hash. */
const takeDocument = async ({ c, services }: AnyRequest, bytes: Uint8Array): Promise<SpecDocument> => {
  const document = await readSpec(bytes, { signal: c.req.raw.signal });
  if (isRefusal(document)) throw new RefusedError(document);
  await saveSpec(services.pool, document, bytes);
  return document;
};

const checkBusinessArea = async ({ services }: AnyRequest, id: number | undefined) => {
  if (id !== undefined && !(await findBusinessArea(services.db, id))) throw invalidField('businessAreaId');
};

const publish = async (request: AnyRequest, body: ApiImportBody, bytes: Uint8Array | undefined) => {
  const { actor, services } = request;
  // Before the application is looked up: one of others is no different from none (C1).
  authorizeOpenly(actor, 'api.publish', { applicationId: body.bizappId ?? null });
  const application = body.bizappId === undefined ? undefined : await findApplication(services.db, body.bizappId);
  if (body.bizappId !== undefined && !application) throw invalidField('bizappId');
  if (!bytes) throw invalidField('jsonFile', 'spec.required');
  const document = await takeDocument(request, bytes);
  const details = detailsOf(body, document, undefined);
  return await runCommand(request, { body, hash: document.hash }, async () => {
    const apiId = await newId(services.pool, 'api');
    const organizationId = application?.organizationId ?? actor.organizationId;
    return {
      decider: apiDecider,
      id: apiId,
      command: {
        type: 'PublishApi',
        data: { apiId, organizationId, applicationId: body.bizappId ?? null, details, spec: specOf(document) },
      } as const,
      answer: { apiId },
    };
  });
};

const update = async (request: AnyRequest, apiId: number, body: ApiImportBody, bytes: Uint8Array | undefined) => {
  const { actor, services } = request;
  const api = await findApi(services.db, apiId);
  if (!api) throw new RefusedError(missing());
  authorizeOpenly(actor, 'api.publish', { applicationId: api.bizappId });
  const document = bytes ? await takeDocument(request, bytes) : undefined;
  const details = detailsOf(body, document, api);
  return await runCommand(request, { body, hash: document?.hash ?? null }, async () => ({
    decider: apiDecider,
    id: apiId,
    command: { type: 'UpdateApi', data: { details, spec: document ? specOf(document) : null } } as const,
    // The read table may be behind: the rule is asked again with what the events say.
    authorize: (state) =>
      state.status === 'published' && may(actor, 'api.publish', { applicationId: state.applicationId })
        ? undefined
        : missing(),
    answer: { apiId },
  }));
};

export const apiCommands = [
  route({
    method: 'post',
    path: '/api/swagger/import',
    action: 'api.publish',
    summary: 'Publish an API, or update the one named by `id`, from an OpenAPI document',
    form: { fields: apiImportBody, file: 'jsonFile' },
    answer: apiImported,
    handle: async (request) => {
      const { fields, file } = await readMultipart(request.c, 'jsonFile', specSizeLimit);
      const body = parseFields(apiImportBody, fields);
      await checkBusinessArea(request, body.businessAreaId);
      const bytes = file && file.bytes.length > 0 ? file.bytes : undefined;
      return body.id === undefined ? await publish(request, body, bytes) : await update(request, body.id, body, bytes);
    },
  }),
];
