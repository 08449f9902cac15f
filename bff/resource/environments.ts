import { may } from '#domain/core/authorization.ts';
import { environments } from '#domain/core/environment.ts';
import { listEnvironments } from '#domain/resource/list-calls.ts';
import { route } from '../http/route.ts';

export const environmentQueries = [
  route(listEnvironments, {
    action: 'session.use',
    summary: 'The environments that the user may deploy to: portal and company administrators choose, others get none',
    handle: async ({ actor }) => (may(actor, 'deployment.choose-environment') ? environments : []),
  }),
];
