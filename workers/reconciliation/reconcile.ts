import { type Handler, nothing } from '../engine/handler.ts';
import { atGateway } from './nouns-at-gateway.ts';

/** Brings a gateway back to the log's state of one thing. */
export const reconcile: Handler = {
  run: (run) => atGateway(run.subject.noun).reconcile(run),
  restore: nothing,
  fail: nothing,
};
