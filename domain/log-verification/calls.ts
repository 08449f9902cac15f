import { call } from '../core/call.ts';
import { logVerification, verificationRequested } from './schema.ts';

export const getLogVerification = call({
  method: 'get',
  path: '/api/log-verification',
  response: logVerification,
});

/** Has the whole log verified now, in the background. */
export const requestLogVerification = call({
  method: 'post',
  path: '/api/log-verification',
  response: verificationRequested,
});
