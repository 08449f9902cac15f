import { streamOf } from '#domain/core/id.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import type { KnownOrganization } from '#domain/organization/organization.ts';
import { loadState } from '#eventstore/load.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { expectSoon } from '../engine/expect-soon.ts';
import { type Run, SupersededError } from '../engine/run.ts';

/** Returns the organization as it is now. @throws SupersededError when there is a newer operation on it. */
export const currentOrganization = async ({ services, subject, operationId }: Run): Promise<KnownOrganization> => {
  const organization = await loadState(services.store, organizationDecider, subject.id);
  if (organization.status === 'none' || organization.operationId !== operationId) throw new SupersededError();
  return organization;
};

/**
 * Waits until the read tables show all events before the newest event of the organization. Later operations read the
 * organization's state themselves.
 */
export const expectReadTables = async (run: Run): Promise<void> => {
  const { store, pool } = run.services;
  const events = await store.read(streamOf('organization', run.subject.id));
  const position = events.at(-1)?.position ?? '';
  await expectSoon(run, () => waitForPosition(pool, position, 0), { code: 'portal.unavailable' });
};
