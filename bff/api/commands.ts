import type { Api, ApiDetails, ApiEvent, SpecReference } from '#domain/api/api.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { type ApiImportBody, apiImportBody } from '#domain/api/form.ts';
import { importApi, restoreVersion, saveSpecText } from '#domain/api/publish-calls.ts';
import { type ApiRow, type SpecSaveBody, specSizeLimit } from '#domain/api/schema.ts';
import { inUtf8, isPdf } from '#domain/api/spec-text.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { forbidden, isRefusal, notFound, type Refusal, RefusedError } from '#domain/core/problem.ts';
import { cutText } from '#platform/cut-text.ts';
import { describePdf, type PdfDocument } from '#specs/pdf-document.ts';
import type { SpecDocument } from '#specs/spec-document.ts';
import { atField } from '#specs/spec-refusal.ts';
import { findApplication } from '../application/row.ts';
import { findBusinessArea } from '../business-area/row.ts';
import { saveOperationTexts } from '../documents/operation-texts.ts';
import { readSpec } from '../documents/read-spec.ts';
import { saveSpec } from '../documents/spec-store.ts';
import { keepStored } from '../documents/unused-documents.ts';
import { runCommand } from '../http/command.ts';
import { parseFields } from '../http/form-fields.ts';
import { readMultipart } from '../http/multipart.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { detailsOfNew, detailsOfText, detailsOfUpdate, storedWords } from './api-details.ts';
import { enterPlaces } from './enter-places.ts';
import { apiForm, textForm } from './form.ts';
import { findDescription } from './shared/description.ts';
import { findApi } from './shared/row.ts';

type ApiDocument = SpecDocument | PdfDocument;

const specOf = ({ hash, format, size, specVersion, version, operations, servers }: ApiDocument): SpecReference => ({
  hash,
  format,
  size,
  specVersion,
  version,
  operations,
  servers: servers.slice(0, 20),
});

/** An upload is a description or a PDF. Its first bytes decide. */
const takeUpload = async (request: Received, bytes: Uint8Array): Promise<ApiDocument> => {
  // Later readers and downloads expect UTF-8.
  if (!isPdf(bytes)) return await takeDocument(request, inUtf8(bytes));
  const document = describePdf(bytes);
  await saveSpec(request.services.pool, document, bytes);
  return document;
};

/** Reads and stores a document, beside the events under its hash. Problems are shown at `field`. */
const takeDocument = async (
  { actor, c, services }: Received,
  bytes: Uint8Array,
  field: 'jsonFile' | 'specText' = 'jsonFile',
): Promise<SpecDocument> => {
  const document = await readSpec(bytes, { by: actor, signal: c.req.raw.signal });
  if (isRefusal(document)) throw new RefusedError(atField(document, field));
  await saveSpec(services.pool, document, bytes);
  await saveOperationTexts(services.pool, document);
  return document;
};

const checkBusinessArea = async ({ services }: Received, id: number | null) => {
  if (id !== null && !(await findBusinessArea(services.db, id))) throw invalidField('businessAreaId');
};

/** Returns the organization of an API of this application. `field` is the form's field of the application. */
const checkApplication = async ({ actor, services }: Received, applicationId: number | null, field: string) => {
  // Before the application is read: another organization's application does not exist for this user, also in the refusal (C1).
  if (!may(actor, 'api.publish', { applicationId }))
    throw new RefusedError(forbidden('forbidden', { action: 'api.publish' }));
  if (applicationId === null) return actor.organizationId;
  const application = await findApplication(services.db, applicationId);
  if (!application) throw invalidField(field);
  if (application.state === 'deleting') throw invalidField(field, 'application.deleting');
  return application.organization_id;
};

/** The response to an import. An unchanged document makes no new revision. */
const importedAs = (apiId: number, document?: ApiDocument) => (events: readonly ApiEvent[], before: Api) => {
  const change = events.find((event) => event.type === 'ApiSpecChanged');
  return {
    apiId,
    revision: change?.data.revision ?? (before.status === 'none' ? 1 : before.revision),
    unresolved: document && 'unresolved' in document ? document.unresolved.map((one) => cutText(one, 200)) : [],
  };
};

const publishDocument = (
  request: Received,
  content: unknown,
  publication: Readonly<{
    organizationId: number;
    applicationId: number | null;
    details: ApiDetails;
    applicationField: string;
    document: ApiDocument;
  }>,
) =>
  runCommand(request, content, async () => {
    const { document, applicationField, ...rest } = publication;
    const { businessAreaId } = rest.details;
    const guards = await enterPlaces(request.services, { ...rest, applicationField, businessAreaId });
    const apiId = await newId(request.services.pool, 'api');
    return {
      decider: apiDecider,
      id: apiId,
      isNew: true,
      command: { type: 'PublishApi', data: { apiId, ...rest, spec: specOf(document) } } as const,
      guards,
      response: importedAs(apiId, document),
    };
  });

const publish = async (request: Received, body: ApiImportBody, bytes: Uint8Array | undefined) => {
  const applicationId = body.bizappId ?? null;
  const organizationId = await checkApplication(request, applicationId, 'bizappId');
  if (!bytes) throw invalidField('jsonFile', 'spec.required');
  const document = await takeUpload(request, bytes);
  const details = detailsOfNew(body, document);
  const content = { body, hash: document.hash };
  const place = { organizationId, applicationId, applicationField: 'bizappId' };
  return await publishDocument(request, content, { ...place, details, document });
};

/** The read table may be behind, so the rule is checked again with the state from the events. */
const stillAllowed =
  (actor: Actor, action: 'api.publish') =>
  (state: Api): Refusal | undefined =>
    (state.status === 'published' || state.status === 'deleting') &&
    may(actor, action, { applicationId: state.applicationId })
      ? undefined
      : notFound();

/** Returns the API if the user may change its document. */
const findOwn = async ({ actor, services }: Received, apiId: number): Promise<ApiRow> => {
  const api = await findApi(services.db, apiId);
  if (!api) throw new RefusedError(notFound());
  authorizeOpenly(actor, 'api.publish', { applicationId: api.bizappId, apiId });
  return api;
};

/** Returns the application that an update assigns to an API without one; undefined when nothing changes. */
const assigned = async (request: Received, api: ApiRow, applicationId: number | null): Promise<number | undefined> => {
  if (applicationId === null || applicationId === api.bizappId) return undefined;
  if (api.bizappId !== null) throw invalidField('bizappId', 'api.application-fixed');
  const organizationId = await checkApplication(request, applicationId, 'bizappId');
  // Access and keys depend on the API's organization, so it can't change.
  if (organizationId !== api.organizationId) throw invalidField('bizappId', 'api.application-elsewhere');
  return applicationId;
};

const update = async (request: Received, apiId: number, body: ApiImportBody, bytes: Uint8Array | undefined) => {
  const api = await findOwn(request, apiId);
  const applicationId = await assigned(request, api, body.bizappId ?? null);
  const document = bytes ? await takeUpload(request, bytes) : undefined;
  const own = async () =>
    document ?? (await storedWords(request.services, api, { by: request.actor, signal: request.c.req.raw.signal }));
  const details = await detailsOfUpdate(body, api, own);
  const { organizationId } = api;
  const businessAreaId = details.businessAreaId === api.businessAreaId ? null : details.businessAreaId;
  const isMoved = applicationId !== undefined || businessAreaId !== null;
  const places = { organizationId, applicationId, applicationField: 'bizappId', businessAreaId };
  return await runCommand(request, { body, hash: document?.hash ?? null }, async () => ({
    decider: apiDecider,
    id: apiId,
    command: {
      type: 'UpdateApi',
      data: {
        details,
        spec: document ? specOf(document) : null,
        ...(applicationId !== undefined && { applicationId }),
      },
    } as const,
    guards: isMoved ? await enterPlaces(request.services, places) : [],
    authorize: stillAllowed(request.actor, 'api.publish'),
    form: apiForm(body, document !== undefined),
    response: importedAs(apiId, document),
  }));
};

/** The editor's Save: a new version of the API, or a new API with the document's own name and description. */
const saveText = async (request: Received, body: SpecSaveBody) => {
  const { appId = null, apiId = null, revision = null } = body;
  const bytes = request.document;
  if (apiId === null) {
    const organizationId = await checkApplication(request, appId, 'appId');
    const document = await takeDocument(request, bytes, 'specText');
    const details = detailsOfText(document);
    const content = { appId, hash: document.hash };
    const place = { organizationId, applicationId: appId, applicationField: 'appId' };
    return await publishDocument(request, content, { ...place, details, document });
  }
  const api = await findOwn(request, apiId);
  // An API's application can't change.
  if (appId !== null && appId !== api.bizappId) throw invalidField('appId');
  const document = await takeDocument(request, bytes, 'specText');
  return await runCommand(request, { apiId, revision, hash: document.hash }, async () => ({
    decider: apiDecider,
    id: apiId,
    command: { type: 'ChangeSpec', data: { spec: specOf(document) } } as const,
    authorize: stillAllowed(request.actor, 'api.publish'),
    form: textForm(revision),
    response: importedAs(apiId, document),
  }));
};

export const apiCommands = [
  route(importApi, {
    limit: 'upload',
    action: 'api.publish',
    summary: 'Publish an API, or update the one named by `id`, from an OpenAPI document',
    bodySize: specSizeLimit + 64 * 1024,
    handle: async (request) => {
      const { fields, file } = await readMultipart(request.c, 'jsonFile', specSizeLimit);
      const body = parseFields(apiImportBody, fields);
      await checkBusinessArea(request, body.businessAreaId ?? null);
      const bytes = file && file.bytes.length > 0 ? file.bytes : undefined;
      const { id = null } = body;
      return id === null ? await publish(request, body, bytes) : await update(request, id, body, bytes);
    },
  }),
  route(saveSpecText, {
    limit: 'upload',
    action: 'api.publish',
    summary: "Save the editor's text: a new version of the API `apiId`, or a new API of the application `appId`",
    // Escaping in JSON may double the size of the text.
    bodySize: 2 * specSizeLimit + 64 * 1024,
    handle: (request) => saveText(request, request.body),
  }),
  route(restoreVersion, {
    limit: 'upload',
    action: 'api.publish',
    summary: 'Make an older version of the document current again, as a new version that says so',
    handle: async (request) => {
      const { id: apiId, revision } = request.parameters;
      await findOwn(request, apiId);
      return await runCommand(request, request.parameters, async () => {
        const description = await findDescription(request.services, apiId, revision);
        if (description) await keepStored(request.services.pool, description.hash);
        return {
          decider: apiDecider,
          id: apiId,
          command: { type: 'RestoreSpec', data: { revision } } as const,
          authorize: stillAllowed(request.actor, 'api.publish'),
          response: importedAs(apiId),
        };
      });
    },
  }),
];
