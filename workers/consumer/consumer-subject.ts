import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider, allowsKey } from '#domain/access/decider.ts';
import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';

/** The key's id. @throws SupersededError when the operation is about none, which no request is. */
export const consumerIdOf = ({ subject }: Run): number => {
  if (subject.consumerId === undefined) throw new SupersededError();
  return subject.consumerId;
};

/** Whether the access that a key was given under, if any, still stands (requirement C4). */
export const hasAccess = async ({ services }: Run, { apiId, organizationId, grantId }: KnownConsumer) =>
  grantId === null ||
  allowsKey(await loadState(services.store, accessDecider, accessIdOf(apiId, organizationId)), grantId);

/** @throws PermanentError when it does not. */
export const assertAccess = async (run: Run, consumer: KnownConsumer): Promise<void> => {
  if (!(await hasAccess(run, consumer))) throw new PermanentError({ code: 'access.revoked' });
};

/** The key as it is now. @throws SupersededError when it is gone, or a newer request is about it. */
export const currentConsumer = async (run: Run): Promise<KnownConsumer> => {
  const consumer = await loadState(run.services.store, consumerDecider, consumerIdOf(run));
  if (consumer.status === 'none' || consumer.status === 'removed') throw new SupersededError();
  if (consumer.operationId !== run.operationId) throw new SupersededError();
  return consumer;
};
