import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { specComparison } from './comparison.ts';
import { lintBody, lintResult } from './lint.ts';

export const compareText = call({
  method: 'post',
  path: '/api/swagger/{id}/compare',
  parameters: { id: idParameter },
  body: lintBody,
  document: 'specText',
  response: specComparison,
});

export const lintText = call({
  method: 'post',
  path: '/api/lint',
  body: lintBody,
  document: 'specText',
  response: lintResult,
});
