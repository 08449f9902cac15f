import { isAnsweredBy } from '#domain/difference/difference.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { unGivenRights } from '#kafka/drift/login-differences.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { NotReadyError, SupersededError } from '../engine/run.ts';
import { removeLogin, takeRights } from '../event-subscription/kafka-logins.ts';
import { withBrokers } from '../kafka/with-brokers.ts';
import { seeUser } from './find-protection.ts';

/** Takes from a user of Portico's what nobody gave it, and a user that has ended. It is never given up. */
export const putBackKafka: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const state = await loadState(services.store, kafkaDifferenceDecider, subject.id);
    if (isAnsweredBy(state, operationId)) return;
    if (state.status !== 'putting-back' || state.operationId !== operationId) throw new SupersededError();
    const { id, kafkaEnvId, name: user } = state.found;
    await withBrokers(services, kafkaEnvId, async ({ kafka }) => {
      const seen = await seeUser(services, kafka, id, user);
      if (!seen) throw new NotReadyError({ code: 'difference.topic-busy' });
      const work = { run, kafka, assertStillWanted: run.assertCurrent };
      if (seen.isWanted) await takeRights(work, user, unGivenRights(seen.login));
      else await removeLogin(work, user);
    });
    await run.decide(kafkaDifferenceDecider, subject.id, { type: 'ConfirmKafkaPutBack', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
};
