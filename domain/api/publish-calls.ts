import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { apiImportBody } from './form.ts';
import { apiImported, specSaveBody } from './schema.ts';

export const importApi = call({
  method: 'post',
  path: '/api/swagger/import',
  form: { fields: apiImportBody, file: 'jsonFile' },
  response: apiImported,
});

export const saveSpecText = call({
  method: 'put',
  path: '/api/swaggers',
  body: specSaveBody,
  document: 'specText',
  response: apiImported,
});

export const restoreVersion = call({
  method: 'post',
  path: '/api/swagger/{id}/versions/{revision}/restore',
  parameters: { id: idParameter, revision: idParameter },
  response: apiImported,
});
