import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { casesDecided, deskPeople, handOverBody, muteBody, takeBackBody, unmuteBody } from './schema.ts';

/** Who may get an operation; without one, a cause. */
export const listDeskPeople = call({
  method: 'get',
  path: '/api/desk-people',
  query: z.object({ operationId: z.optional(z.uuid()) }),
  response: deskPeople,
});

export const handOver = call({
  method: 'post',
  path: '/api/desk/hand-overs',
  body: handOverBody,
  response: casesDecided,
});

export const takeBack = call({
  method: 'post',
  path: '/api/desk/take-backs',
  body: takeBackBody,
  response: casesDecided,
});

export const muteCauses = call({ method: 'post', path: '/api/desk/mutes', body: muteBody, response: casesDecided });

export const unmuteCauses = call({
  method: 'post',
  path: '/api/desk/unmutes',
  body: unmuteBody,
  response: casesDecided,
});
