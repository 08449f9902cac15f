import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import {
  answerForm,
  answersForm,
  differenceDetails,
  differenceId,
  differencePage,
  differenceQuery,
  differencesAnswered,
} from './schema.ts';

/** The drift inbox. */
export const listDifferences = call({
  method: 'get',
  path: '/api/kong/drift',
  query: differenceQuery,
  response: differencePage,
});

const parameters = { id: differenceId };

export const readDifference = call({
  method: 'get',
  path: '/api/kong/drift/{id}',
  parameters,
  response: differenceDetails,
});

export const answerDifference = call({
  method: 'post',
  path: '/api/kong/drift/{id}/answer',
  parameters,
  body: answerForm,
  response: z.object({ entityId: z.string(), operationId: z.string(), position: z.string() }),
});

/** Answers many alike, each as it was seen. */
export const answerDifferences = call({
  method: 'post',
  path: '/api/kong/drift/answers',
  body: answersForm,
  response: differencesAnswered,
});
