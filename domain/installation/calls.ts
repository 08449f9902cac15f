import { call } from '../core/call.ts';
import { setupDismissed, setupState } from './schema.ts';

export const dismissSetup = call({
  method: 'post',
  path: '/api/setup/dismiss',
  response: setupDismissed,
});

export const getSetup = call({
  method: 'get',
  path: '/api/setup',
  response: setupState,
});
