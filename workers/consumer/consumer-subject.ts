import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider, allowsKey } from '#domain/access/decider.ts';
import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';

/** Returns whether the grant of a key, if it has one, is still valid (requirement C4). */
export const hasAccess = async (
  { services }: Pick<Run, 'services'>,
  { apiId, organizationId, grantId }: KnownConsumer,
) =>
  grantId === null ||
  allowsKey(await loadState(services.store, accessDecider, accessIdOf(apiId, organizationId)), grantId);

/** Checks the grant of a key. @throws PermanentError when it was revoked. */
export const assertAccess = async (run: Run, consumer: KnownConsumer): Promise<void> => {
  if (!(await hasAccess(run, consumer))) throw new PermanentError({ code: 'access.revoked' });
};

/** Returns the key as it is now. @throws SupersededError when it is gone, or there is a newer request for it. */
export const currentConsumer = async (run: Run): Promise<KnownConsumer> => {
  const consumer = await loadState(run.services.store, consumerDecider, run.subject.id);
  if (consumer.status === 'none' || consumer.status === 'removed') throw new SupersededError();
  if (consumer.operationId !== run.operationId) throw new SupersededError();
  return consumer;
};
