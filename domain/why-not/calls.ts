import { call } from '../core/call.ts';
import { whyNotAnswer, whyNotQuery, whyNotSubjectList, whyNotSubjectsQuery } from './schema.ts';

/** Why somebody may not do something, and who could change that. */
export const getWhyNot = call({ method: 'get', path: '/api/why-not', query: whyNotQuery, response: whyNotAnswer });

export const listWhyNotSubjects = call({
  method: 'get',
  path: '/api/why-not/subjects',
  query: whyNotSubjectsQuery,
  response: whyNotSubjectList,
});
