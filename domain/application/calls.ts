import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { losingKeys } from '../core/losing-keys.ts';
import {
  applicationBody,
  applicationChange,
  applicationDeletion,
  applicationDetail,
  applicationForm,
  applicationFormQuery,
  applicationListQuery,
  applicationPage,
  applicationSaved,
} from './schema.ts';

export const saveApplication = call({
  method: 'post',
  path: '/api/application/edit-application',
  body: applicationBody,
  response: applicationSaved,
});

export const removeApplication = call({
  method: 'delete',
  path: '/api/application/{id}',
  parameters: { id: idParameter },
  response: applicationDeletion,
});

export const getLosingKeysOfApplication = call({
  method: 'get',
  path: '/api/application/{id}/losing-keys',
  parameters: { id: idParameter },
  response: losingKeys,
});

export const listApplications = call({
  method: 'get',
  path: '/api/applications',
  query: applicationListQuery,
  response: applicationPage,
});

export const getApplicationForm = call({
  method: 'get',
  path: '/api/application/edit-application',
  query: applicationFormQuery,
  response: applicationForm,
});

export const getApplication = call({
  method: 'get',
  path: '/api/application/{id}',
  parameters: { id: idParameter },
  response: applicationDetail,
});

export const listApplicationChanges = call({
  method: 'get',
  path: '/api/application/{id}/history',
  parameters: { id: idParameter },
  response: z.array(applicationChange),
});
