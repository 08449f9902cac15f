import { streamOf } from '#domain/core/id.ts';
import { aboutAt } from '#domain/core/operation-kind.ts';
import { driftDecider } from '#domain/drift/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { consumerAtGateway } from '../consumer/at-gateway.ts';
import { deploymentAtGateway } from '../deployment/at-gateway.ts';
import { putPluginsBack } from '../deployment/put-plugins-back.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { SupersededError } from '../engine/run.ts';

/** Puts a deployment and its lost keys back as the log says. It is never given up. */
export const putBack: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const id = Number(subject.id);
    const drift = await loadState(services.store, driftDecider, id);
    if (drift.operationId !== operationId) throw new SupersededError();
    const isAllBack = await putPluginsBack(run);
    // Whatever else is not as it was applied waits for a person, as long as nothing has to be made anew. An attempt after another one
    // has to wait for what that one wrote.
    if (!isAllBack || run.attempt > 1) await deploymentAtGateway.reconcile(run);
    for (const key of drift.keys) {
      const about = aboutAt('consumer', key, streamOf('deployment', id));
      // The operation's plan is the deployment's.
      await consumerAtGateway.reconcile({ ...run, subject: { ...subject, ...about }, plan: async () => undefined });
    }
    await run.decide(driftDecider, id, { type: 'ConfirmPutBack', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
};
