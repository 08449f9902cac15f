import { consumerDecider } from '#domain/consumer/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { reconcileKey } from '../consumer/reconcile-key.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { NotReadyError } from '../engine/run.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { keysOf } from './keys-subject.ts';

/** Restores the keys of an organization on a deployment, each in its wanted configuration. */
export const restoreKeys: Handler = {
  run: async (run) => {
    const { deployment, consumerIds, assertStillWanted } = await keysOf(run, false);
    let areAllBack = true;
    await untilKnownEverywhere(run, deployment.wanted.gatewayId, async (session) => {
      for (const id of consumerIds) {
        const key = await loadState(run.services.store, consumerDecider, id);
        if (key.status === 'none') continue;
        // Its own operation brings its credentials.
        if (key.status === 'changing') areAllBack = false;
        await reconcileKey(run, session, deployment, key, assertStillWanted);
      }
    });
    if (!areAllBack) throw new NotReadyError({ code: 'consumer.changing' });
  },
  restore: nothing,
  fail: nothing,
};
