import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '#domain/core/call.ts';
import { get } from './client.ts';

const info = call({
  method: 'get',
  path: '/actuator/info',
  response: z.object({
    environment: z.enum(['local', 'dev', 'test', 'uat', 'prod']),
    /** Whether people get mails. */
    mail: z._default(z.boolean(), false),
  }),
});

/** Reads what this installation is. Needs no session. */
export const installationQuery = queryOptions({
  queryKey: ['session', 'installation'],
  queryFn: ({ signal }) => get(info, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
