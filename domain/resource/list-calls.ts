import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { environmentSchema } from '../core/environment.ts';
import { resourceOption, resourceQuery } from './option.ts';

export const listEnvironments = call({
  method: 'get',
  path: '/api/all-environments',
  response: z.array(environmentSchema),
});

export const listResources = call({
  method: 'get',
  path: '/api/resources',
  query: resourceQuery,
  response: z.array(resourceOption),
});
