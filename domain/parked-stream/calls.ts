import { call } from '../core/call.ts';
import { parkedStreams } from './schema.ts';

export const listParkedStreams = call({
  method: 'get',
  path: '/api/parked-streams',
  response: parkedStreams,
});
