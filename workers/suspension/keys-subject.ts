import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { isSuspended } from '#domain/organization/organization.ts';
import { suspensionDecider } from '#domain/suspension/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { organizationOf } from '../consumer/organization-of-key.ts';
import { type Run, SupersededError } from '../engine/run.ts';

/** The target of an operation on an organization's keys. */
type Keys = Readonly<{
  deployment: Exclude<Deployment, { status: 'none' }>;
  /** The keys in the read tables. The operation of a newer key reads the organization's state by itself. */
  consumerIds: readonly number[];
  /** Checks the organization again. @throws SupersededError when its state was turned round. */
  assertStillWanted: () => Promise<void>;
}>;

/**
 * Returns the keys of an organization on a deployment.
 *
 * @param suspended whether the operation is for a suspended organization.
 * @throws SupersededError when the organization has the other state, or the deployment was removed with all its keys.
 */
export const keysOf = async (run: Run, suspended: boolean): Promise<Keys> => {
  const { services, subject } = run;
  const suspension = await loadState(services.store, suspensionDecider, subject.id);
  if (suspension.status === 'none') throw new SupersededError();
  const { deploymentId, organizationId } = suspension.request;
  const assertStillWanted = async (): Promise<void> => {
    if (isSuspended(await organizationOf(run, organizationId)) !== suspended) throw new SupersededError();
  };
  await assertStillWanted();
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  if (deployment.status === 'none' || deployment.status === 'removed') throw new SupersededError();
  const { rows } = await services.pool.query<{ id: number }>(
    'select id from consumers where deployment_id = $1 and organization_id = $2 order by id',
    [deploymentId, organizationId],
  );
  return { deployment, consumerIds: rows.map(({ id }) => id), assertStillWanted };
};
