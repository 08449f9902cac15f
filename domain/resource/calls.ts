import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { resourceQuery } from './option.ts';
import { certificateRow, resourceAccess, resourceRow } from './row.ts';
import {
  accessParameter,
  certificateBody,
  certificateSaved,
  ofResource,
  resourceAccessBody,
  resourceAccessRemoved,
  resourceAccessSaved,
  resourceBody,
  resourceChange,
  resourceList,
  resourceRemoved,
  resourceSaved,
  resourceTestBody,
  resourceTypeRow,
} from './schema.ts';
import { resourceTested } from './test-steps.ts';

/** All resources with their properties, for those who administer them. */
export const searchResources = call({
  method: 'get',
  path: '/api/resources/',
  query: resourceQuery,
  response: resourceList,
});

export const getResource = call({
  method: 'get',
  path: '/api/resource/{id}',
  parameters: { id: idParameter },
  response: resourceRow,
});

export const listResourceTypes = call({
  method: 'get',
  path: '/api/resourceTypes',
  response: z.array(resourceTypeRow),
});

export const saveResource = call({
  method: 'post',
  path: '/api/resources',
  body: resourceBody,
  response: resourceSaved,
});

/** Tries a resource as the form says it. Nothing is saved. */
export const testResource = call({
  method: 'post',
  path: '/api/resource/test',
  body: resourceTestBody,
  response: resourceTested,
});

export const removeResource = call({
  method: 'delete',
  path: '/api/resource/{id}',
  parameters: { id: idParameter },
  response: resourceRemoved,
});

export const listResourceChanges = call({
  method: 'get',
  path: '/api/resource/{id}/history',
  parameters: { id: idParameter },
  response: z.array(resourceChange),
});

export const listResourceAccess = call({
  method: 'get',
  path: '/api/resourceAccess',
  query: ofResource,
  response: z.array(resourceAccess),
});

export const addResourceAccess = call({
  method: 'post',
  path: '/api/resourceAccess',
  body: resourceAccessBody,
  response: resourceAccessSaved,
});

export const removeResourceAccess = call({
  method: 'delete',
  path: '/api/resourceAccess/{id}',
  parameters: { id: accessParameter },
  response: resourceAccessRemoved,
});

export const listCertificates = call({
  method: 'get',
  path: '/api/certificates',
  query: ofResource,
  response: z.array(certificateRow),
});

export const addCertificate = call({
  method: 'post',
  path: '/api/certificate',
  body: certificateBody,
  response: certificateSaved,
});

export const removeCertificate = call({
  method: 'delete',
  path: '/api/certificate/{id}',
  parameters: { id: idParameter },
  response: resourceRemoved,
});
