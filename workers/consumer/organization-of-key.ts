import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isGoing, type Organization } from '#domain/organization/organization.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Returns a key's organization as it is now. */
export const organizationOf = (
  { services }: Readonly<{ services: Pick<WorkerServices, 'store'> }>,
  organizationId: number,
): Promise<Organization> => loadState(services.store, organizationDecider, organizationId);

/**
 * Checks that the organization of a key is not being deleted. The deletion removes the keys that it knows. A key that was
 * requested later removes itself.
 */
export const assertOrganizationStays = async (
  run: Run,
  { consumerId, organizationId }: KnownConsumer,
): Promise<void> => {
  if (!isGoing(await organizationOf(run, organizationId))) return;
  const operationId = uuidV5(porticoNamespace, `too-late/${run.operationId}`);
  await run.decide(consumerDecider, consumerId, { type: 'RequestRemoval', data: { operationId } });
  throw new SupersededError();
};
