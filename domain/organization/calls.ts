import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { organizationForm } from './form.ts';
import {
  organizationBelongings,
  organizationChange,
  organizationDetail,
  organizationListQuery,
  organizationPage,
  organizationQuery,
  organizationSaved,
  organizationSwitched,
  organizationValues,
  switchQuery,
} from './schema.ts';

export const getBelongings = call({
  method: 'get',
  path: '/api/organization/{id}/belongings',
  parameters: { id: idParameter },
  response: organizationBelongings,
});

export const listOrganizationChanges = call({
  method: 'get',
  path: '/api/organization/{id}/history',
  parameters: { id: idParameter },
  response: z.array(organizationChange),
});

export const saveOrganization = call({
  method: 'post',
  path: '/api/organization/edit-organization',
  body: organizationForm(),
  response: organizationSaved,
});

export const switchOrganization = call({
  method: 'post',
  path: '/api/organization/deactivate-organization',
  query: switchQuery,
  response: organizationSwitched,
});

export const listOrganizations = call({
  method: 'get',
  path: '/api/organizations',
  query: organizationListQuery,
  response: organizationPage,
});

export const getOrganizationForm = call({
  method: 'get',
  path: '/api/organization/edit-organization',
  query: organizationQuery,
  response: organizationValues,
});

export const getOrganization = call({
  method: 'get',
  path: '/api/organization/{id}',
  parameters: { id: idParameter },
  response: organizationDetail,
});
