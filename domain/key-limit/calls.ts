import { limitBody } from '../consumer/limit-form.ts';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { requested } from '../core/requested.ts';

export const limitKeysOfOrganization = call({
  method: 'put',
  path: '/api/swaggers/deployment/{id}/limit/{organizationId}',
  parameters: { id: idParameter, organizationId: idParameter },
  body: limitBody,
  response: requested,
});
