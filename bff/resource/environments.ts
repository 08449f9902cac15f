import * as z from 'zod';
import { hasRole } from '#domain/core/actor.ts';
import { environmentSchema, environments } from '#domain/core/environment.ts';
import { route } from '../http/route.ts';

export const environmentQueries = [
  route({
    method: 'get',
    path: '/api/all-environments',
    action: 'session.use',
    summary: 'The environments that the user may deploy to: portal and company administrators choose, others get none',
    response: z.array(environmentSchema),
    handle: async ({ actor }) => (hasRole(actor, 'ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN') ? environments : []),
  }),
];
