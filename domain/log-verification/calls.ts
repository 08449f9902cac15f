import { call } from '../core/call.ts';
import { logVerification } from './schema.ts';

export const getLogVerification = call({
  method: 'get',
  path: '/api/log-verification',
  response: logVerification,
});
