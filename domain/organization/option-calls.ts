import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { organizationOption } from './row.ts';

export const listOrganizationOptions = call({
  method: 'get',
  path: '/api/all-organizations',
  response: z.array(organizationOption),
});
