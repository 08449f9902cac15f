import * as z from 'zod';
import { apiImportBody } from '#domain/api/import-body.ts';
import { type ApiDetail, type ApiImported, apiImported, specSizeLimit } from '#domain/api/schema.ts';
import { idSchema } from '#domain/core/id.ts';
import { upload } from '../../api/upload.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { apisKey } from './shared/queries.ts';

const specFile = z
  .instanceof(File, { error: 'spec.required' })
  .refine((file) => /\.(json|ya?ml|pdf)$/i.test(file.name), 'spec.file-type')
  .refine((file) => file.size > 0, 'spec.empty')
  .refine((file) => file.size <= specSizeLimit, 'spec.file-too-large');

const fields = apiImportBody.pick({ name: true, description: true, sourceRepo: true }).extend({
  bizappId: idSchema.optional(),
  businessAreaId: idSchema.optional(),
});

/** The upload form: the import's own rules, with the file, and ids as numbers. */
export const publishForm = fields.extend({ jsonFile: specFile });
/** An update may leave the file as it is. */
export const updateForm = fields.extend({ jsonFile: specFile.optional() });
export type UploadValues = z.output<typeof updateForm>;

/** What a form starts with: the API that is updated, or the application that it is opened for. */
export const startValues = (api: ApiDetail | undefined, bizappId: number | undefined) => ({
  name: api?.name ?? '',
  description: api?.description ?? '',
  sourceRepo: api?.sourceRepo ?? '',
  bizappId: api?.bizappId ?? bizappId,
  businessAreaId: api?.businessAreaId ?? undefined,
  jsonFile: undefined,
});

/** `POST /api/swagger/import`: `id` updates, and what is empty then says so: left out it would stay as it is. */
const formDataOf = (values: UploadValues, id: number | undefined): FormData => {
  const form = new FormData();
  const { name, description, sourceRepo, bizappId, businessAreaId, jsonFile } = values;
  for (const [field, value] of Object.entries({ id, name, description, sourceRepo, bizappId, businessAreaId }))
    form.set(field, String(value ?? ''));
  // Last, so that the server has read what it is for when it comes to the bytes.
  if (jsonFile) form.set('jsonFile', jsonFile);
  return form;
};

export const uploadCommand = (id: number | undefined): CommandDefinition<UploadValues, ApiImported> => ({
  call: (values, context) => upload(apiImported, '/api/swagger/import', formDataOf(values, id), context),
  invalidates: [apisKey],
  success: 'upload.done',
});
