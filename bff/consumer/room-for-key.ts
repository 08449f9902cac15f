import { RefusedError, refuse } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { guardOf } from '#eventstore/guards.ts';
import { readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';

/**
 * Checks that an organization may have one more key on a deployment (`KEYS_PER_ORGANIZATION`). Keys that are being
 * deleted do not count.
 *
 * @returns the guard that the new key raises, so that keys which are added at the same time can't pass the bound; and that of the
 *   deployment, which whoever undoes it raises.
 * @throws RefusedError at the deployment.
 */
export const roomForKey = async (
  services: Services,
  deployment: Readonly<{ id: number }>,
  organization: Readonly<{ id: number; name: string }>,
): Promise<readonly UsedGuard[]> => {
  const bound = `keys-${deployment.id}-${organization.id}`;
  const read = await readGuards(services, [bound, guardOf(deploymentDecider, deployment.id)], ['consumers']);
  const guards = read.map((guard) => (guard.name === bound ? guard : { ...guard, isPassed: true }));
  const { keys } = await services.db
    .selectFrom('consumers')
    .select(({ fn }) => fn.countAll<string>().as('keys'))
    .where('deployment_id', '=', deployment.id)
    .where('organization_id', '=', organization.id)
    .where('state', '<>', 'removing')
    .executeTakeFirstOrThrow();
  const limit = services.settings.KEYS_PER_ORGANIZATION;
  if (Number(keys) < limit) return guards;
  throw new RefusedError(
    refuse('conflict', {
      code: 'consumer.too-many-keys',
      field: 'deploymentId',
      parameters: { organization: organization.name, limit },
    }),
  );
};
