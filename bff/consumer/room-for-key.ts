import { RefusedError, refuse } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import { readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';

/**
 * Checks, in the log itself, that a deployment takes keys, and that an organization may have one more on it (`KEYS_PER_ORGANIZATION`).
 * Keys that are being deleted do not count.
 *
 * @returns the guard that the new key raises, so that keys which are added at the same time can't pass the bound; and that of the
 *   deployment, which whoever removes it raises.
 * @throws RefusedError at the deployment.
 */
export const roomForKey = async (
  services: Services,
  deployment: Readonly<{ id: number }>,
  organization: Readonly<{ id: number; name: string }>,
): Promise<readonly UsedGuard[]> => {
  const bound = `keys-${deployment.id}-${organization.id}`;
  const { state, guards: entered } = await enter(services, deploymentDecider, deployment.id);
  if (state.status !== 'deployed') throw invalidField('deploymentId', 'consumer.deployment-not-ready');
  const guards = [...(await readGuards(services, [bound], ['consumers'])), ...entered];
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
