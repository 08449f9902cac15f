import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { atMost } from '../core/required-text.ts';
import { answerForm, differenceDetails, differencePage, differenceQuery } from './schema.ts';

/** The drift inbox. */
export const listDifferences = call({
  method: 'get',
  path: '/api/kong/drift',
  query: differenceQuery,
  response: differencePage,
});

/** A deployment's number and the id of an object, `12-0b1c2d3e-...`, or what stands at a Kafka: `event-topic-7-settings`. */
const parameters = {
  id: z.string().check(atMost(160), z.regex(/^(?:(?:event-topic|event-subscription|resource)-)?\d{1,10}-/)),
};

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
