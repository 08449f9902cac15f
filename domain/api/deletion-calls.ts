import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { losingKeys } from '../core/losing-keys.ts';

export const getLosingKeysOfApi = call({
  method: 'get',
  path: '/api/swaggers/{id}/losing-keys',
  parameters: { id: idParameter },
  response: losingKeys,
});
