import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type { KafkaCredential, KafkaLogins, KnownSubscription } from '#domain/event-subscription/event-subscription.ts';
import { credentialsIn, endedSecrets, endedUsers } from '#domain/event-subscription/logins.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isGoing, isSuspended } from '#domain/organization/organization.ts';
import { loadState } from '#eventstore/load.ts';
import { aclsOf } from '#kafka/subscription-acls.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';
import { withBrokers } from '../kafka/with-brokers.ts';
import {
  giveRights,
  isThere,
  type LoginWork,
  makeUser,
  openPassword,
  removeLogin,
  rightsOf,
  suspendLogin,
} from './kafka-logins.ts';

/** Returns the subscription as it is now. @throws SupersededError when it is gone, or there is a newer request for it. */
const current = async ({ services, subject, operationId }: Run): Promise<KnownSubscription> => {
  const subscription = await loadState(services.store, eventSubscriptionDecider, subject.id);
  if (subscription.status === 'none' || subscription.operationId !== operationId) throw new SupersededError();
  return subscription;
};

const organizationOf = ({ services }: Run, { organizationId }: KnownSubscription) =>
  loadState(services.store, organizationDecider, organizationId);

/** A subscription of an organization that is being deleted removes itself: the deletion takes those that it knows. */
const assertOrganizationStays = async (run: Run, subscription: KnownSubscription): Promise<void> => {
  if (!isGoing(await organizationOf(run, subscription))) return;
  const operationId = uuidV5(porticoNamespace, `too-late/${run.operationId}`);
  await run.decide(eventSubscriptionDecider, subscription.eventSubscriptionId, {
    type: 'RequestRemoval',
    data: { operationId },
  });
  throw new SupersededError();
};

/**
 * Makes a given user Portico's, if Kafka has nobody of this name: neither a user nor rights for one.
 *
 * @throws PermanentError when somebody else has it. Its password is never touched.
 */
const claim = async ({ run, kafka }: LoginWork, ownUser: string | null, { user }: KafkaCredential): Promise<void> => {
  if (user === ownUser || (await isThere(kafka, user)) || (await rightsOf(kafka, user)).length > 0)
    throw new PermanentError({ code: 'event-subscription.user-foreign', field: 'kafkaUserId' });
  await run.decide(eventSubscriptionDecider, run.subject.id, {
    type: 'ClaimUser',
    data: { operationId: run.operationId, user },
  });
};

/** @throws PermanentError when there is no such Kafka any more. */
const bringThere = async (run: Run, subscription: KnownSubscription, logins: KafkaLogins | null): Promise<void> => {
  const { topicName: topic, writes, group, claimed, applied } = subscription;
  const suspended = isSuspended(await organizationOf(run, subscription));
  const assertStillWanted = async () => {
    await current(run);
    // Who was switched off meanwhile has an operation of its own, but must not get rights before it.
    if (logins && isSuspended(await organizationOf(run, subscription)) !== suspended) throw new SupersededError();
  };
  await withBrokers(run.services, subscription.kafkaEnvId, async ({ kafka, settings }) => {
    const work = { run, kafka, assertStillWanted };
    for (const user of endedUsers(subscription, logins)) await removeLogin(work, user);
    const known = new Set(credentialsIn(applied).map(({ user }) => user));
    for (const credential of credentialsIn(logins)) {
      const { user, isGiven } = credential;
      if (isGiven && !claimed.includes(user)) await claim(work, settings.user, credential);
      if (suspended) await suspendLogin(work, user);
      await makeUser(work, credential, await openPassword(run, credential), known.has(user));
      if (!suspended) await giveRights(work, user, aclsOf({ user, topic, writes, group }));
    }
  });
};

/** Brings Kafka to these logins; null to none. Rights are given last and taken first. */
const bringTo = async (run: Run, subscription: KnownSubscription, logins: KafkaLogins | null): Promise<void> => {
  try {
    await bringThere(run, subscription, logins);
  } catch (error) {
    const isGone = error instanceof PermanentError && error.problems[0].code === 'kafka.missing';
    // Nothing of it is left at a Kafka that is not set up any more.
    if (!(isGone && logins === null)) throw error;
  }
};

/** Destroys the passwords that Kafka does not hold any more, before the outcome is written: the next attempt does it again. */
const destroyEnded = async (run: Run, subscription: KnownSubscription, actual: KafkaLogins | null): Promise<void> => {
  await run.assertCurrent();
  const { vault, pool } = run.services;
  for (const id of endedSecrets(subscription, actual)) await vault.destroySecret(pool, id);
  crashPoint(`${run.subject.kind}.secrets-destroyed`);
};

/** Carries out the newest request for a subscription: a new one, another login, the end of an old one, or a switch. */
export const applyEventSubscription: Handler = {
  run: async (run) => {
    const subscription = await current(run);
    if (subscription.status === 'removed') return await bringTo(run, subscription, null);
    await assertOrganizationStays(run, subscription);
    await bringTo(run, subscription, subscription.wanted);
    await destroyEnded(run, subscription, subscription.wanted);
    await run.decide(eventSubscriptionDecider, subscription.eventSubscriptionId, {
      type: 'ConfirmSubscription',
      data: { operationId: run.operationId },
    });
  },
  // Takes a new one away, and sets a changed one back.
  restore: async (run) => {
    const subscription = await current(run);
    await bringTo(run, subscription, subscription.applied);
  },
  fail: async (run) => {
    const { eventSubscriptionId } = await current(run);
    await run.decide(eventSubscriptionDecider, eventSubscriptionId, {
      type: 'FailSubscription',
      data: { operationId: run.operationId },
    });
  },
};

/** Removes a subscription with all its logins. Whatever Kafka says, it goes on until nothing is left. */
export const removeEventSubscription: Handler = {
  run: async (run) => {
    const subscription = await current(run);
    // An attempt before this one has written the outcome.
    if (subscription.status === 'removed') return;
    await bringTo(run, subscription, null);
    await destroyEnded(run, subscription, null);
    await run.decide(eventSubscriptionDecider, subscription.eventSubscriptionId, {
      type: 'ConfirmRemoval',
      data: { operationId: run.operationId },
    });
  },
  restore: nothing,
  fail: nothing,
};
