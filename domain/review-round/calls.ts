import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import {
  decideLinesBody,
  linesDecided,
  reviewClosed,
  reviewLineListQuery,
  reviewLinePage,
  reviewRoundDetail,
  reviewRoundListQuery,
  reviewRoundPage,
  reviewStarted,
  startReviewBody,
} from './schema.ts';

const parameters = { id: idParameter };

export const listReviewRounds = call({
  method: 'get',
  path: '/api/review-rounds',
  query: reviewRoundListQuery,
  response: reviewRoundPage,
});

export const startReviewRound = call({
  method: 'post',
  path: '/api/review-rounds',
  body: startReviewBody,
  response: reviewStarted,
});

export const getReviewRound = call({
  method: 'get',
  path: '/api/review-round/{id}',
  parameters,
  response: reviewRoundDetail,
});

export const listReviewLines = call({
  method: 'get',
  path: '/api/review-round/{id}/lines',
  parameters,
  query: reviewLineListQuery,
  response: reviewLinePage,
});

export const decideReviewLines = call({
  method: 'post',
  path: '/api/review-round/{id}/decisions',
  parameters,
  body: decideLinesBody,
  response: linesDecided,
});

export const closeReviewRound = call({
  method: 'post',
  path: '/api/review-round/{id}/close',
  parameters,
  response: reviewClosed,
});

/** The report of a round as an archive, streamed. */
export const downloadReviewReport = call({ method: 'get', path: '/api/review-round/{id}/report', parameters });
