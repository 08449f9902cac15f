import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';

const typeQuery = z.object({ type: z._default(z.enum(['yaml', 'json']), 'yaml') });
const themeQuery = z.object({ theme: z.optional(z.enum(['light', 'dark'])) });

export const getSpecVersion = call({
  method: 'get',
  path: '/api/swagger/{id}/versions/{revision}',
  parameters: { id: idParameter, revision: idParameter },
  query: typeQuery,
});

export const getSpec = call({
  method: 'get',
  path: '/api/swagger/{id}',
  parameters: { id: idParameter },
  query: typeQuery,
});

export const getSampleSpec = call({
  method: 'get',
  path: '/api/sample-swagger',
});

export const downloadDocumentation = call({
  method: 'get',
  path: '/api/docbook/{id}',
  parameters: { id: idParameter },
});

export const getDocumentation = call({
  method: 'get',
  path: '/api/redoc/{id}',
  parameters: { id: idParameter },
  query: z.extend(themeQuery, {
    revision: z.optional(idParameter),
    /** The operation that the page begins with: `GET /orders/{id}`. The page itself reads this. */
    operation: z.optional(z.string().check(z.maxLength(600))),
  }),
});

export const previewDocumentation = call({
  method: 'get',
  path: '/api/redoc-preview',
  query: themeQuery,
});
