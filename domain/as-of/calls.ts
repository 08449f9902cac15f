import { call } from '../core/call.ts';
import { asOfFileQuery, asOfPage, asOfQuery, asOfSubjectList, asOfSubjectsQuery } from './schema.ts';

/** Who was allowed to do what at a moment, and who could, by what and approved by whom. */
export const listAsOf = call({ method: 'get', path: '/api/as-of', query: asOfQuery, response: asOfPage });

/** All rows of the answer, streamed. */
export const downloadAsOf = call({ method: 'get', path: '/api/as-of/download', query: asOfFileQuery });

export const listAsOfSubjects = call({
  method: 'get',
  path: '/api/as-of/subjects',
  query: asOfSubjectsQuery,
  response: asOfSubjectList,
});
