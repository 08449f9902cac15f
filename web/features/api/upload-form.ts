import * as z from 'zod/mini';
import { apiImportBody } from '#domain/api/form.ts';
import { importApi } from '#domain/api/publish-calls.ts';
import { type ApiDetail, specSizeLimit } from '#domain/api/schema.ts';
import type { Input } from '#domain/core/call.ts';
import { idSchema } from '#domain/core/id.ts';
import { upload } from '../../api/upload.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { apisKey } from './shared/queries.ts';

const specFile = z.instanceof(File, { error: 'spec.required' }).check(
  z.refine((file) => /\.(json|ya?ml|pdf)$/i.test(file.name), 'spec.file-type'),
  z.refine((file) => file.size > 0, 'spec.empty'),
  z.refine((file) => file.size <= specSizeLimit, 'spec.file-too-large'),
);

const fields = z.extend(z.pick(apiImportBody, { name: true, description: true, sourceRepo: true }), {
  bizappId: z.optional(idSchema),
  businessAreaId: z.optional(idSchema),
});

/** Schema of the upload form: the rules of the import, with the file, and ids as numbers. */
export const publishForm = z.extend(fields, { jsonFile: specFile });
/** Schema of an update, which may keep the current file. */
export const updateForm = z.extend(fields, { jsonFile: z.optional(specFile) });
export type UpdateInput = z.input<typeof updateForm>;
type UploadValues = z.output<typeof updateForm>;
type Upload = UploadValues & Readonly<{ basedOn?: number }>;

/** Returns the start values: those of the updated API, or the application that the form was opened for. */
export const startValues = (api: ApiDetail | undefined, bizappId: number | undefined) => ({
  name: api?.name ?? '',
  description: api?.description ?? '',
  sourceRepo: api?.sourceRepo ?? '',
  bizappId: api?.bizappId ?? bizappId,
  businessAreaId: api?.businessAreaId ?? undefined,
  jsonFile: undefined,
});

/**
 * Returns the form of the import. With `id`, it is an update. Empty fields are then sent too, because a missing field would
 * keep its value.
 */
export const formOf = (
  { name, description, sourceRepo, bizappId, businessAreaId, basedOn, jsonFile }: Upload,
  id: number | undefined,
): Input<typeof importApi>['form'] => ({
  id: id ?? null,
  name,
  description,
  sourceRepo: sourceRepo ?? null,
  bizappId: bizappId ?? null,
  businessAreaId: businessAreaId ?? null,
  basedOn,
  jsonFile,
});

export const uploadCommand = (isNew: boolean): CommandDefinition<typeof importApi> => ({
  call: importApi,
  send: upload,
  invalidates: [apisKey],
  success: isNew ? 'upload.done-new' : 'upload.done',
});
