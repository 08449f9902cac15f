import { call } from '../core/call.ts';
import {
  decisionPage,
  decisionQuery,
  reopenForm,
  servicesDecided,
  skipForm,
  stopForm,
  takeOversForm,
} from './decisions.ts';

/** The services of a gateway that are not of this portal, with what was decided about each. */
export const listDecisions = call({
  method: 'get',
  path: '/api/kong/take-overs',
  query: decisionQuery,
  response: decisionPage,
});

/** Puts many services under the portal. One that is refused does not stop the others. */
export const takeOverServices = call({
  method: 'post',
  path: '/api/kong/take-overs',
  body: takeOversForm,
  response: servicesDecided,
});

/** Leaves services outside the portal until somebody opens them again. */
export const skipServices = call({
  method: 'post',
  path: '/api/kong/take-overs/skip',
  body: skipForm,
  response: servicesDecided,
});

/** Lets services wait for a decision again: those that are skipped, and those whose take-over has not begun. */
export const reopenServices = call({
  method: 'post',
  path: '/api/kong/take-overs/reopen',
  body: reopenForm,
  response: servicesDecided,
});

/** Stops all take-overs of a gateway that have not begun. */
export const stopTakeOvers = call({
  method: 'post',
  path: '/api/kong/take-overs/stop',
  body: stopForm,
  response: servicesDecided,
});
