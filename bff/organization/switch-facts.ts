import type { SwitchFacts } from '#domain/organization/organization.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { portalAdministratorsGuard, readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';

/**
 * Returns the organization that runs the portal: the oldest internal one that is not going. Colleagues who sign in for the
 * first time belong to it.
 */
export const findOwnOrganization = async ({
  pool,
}: Pick<Services, 'pool'>): Promise<Readonly<{ id: number; isActive: boolean }> | undefined> => {
  const { rows } = await pool.query<{ id: number; isActive: boolean }>(
    `select id, status = 'active' as "isActive" from organizations
     where external = false and status in ('active', 'deactivated') order by id limit 1`,
  );
  return rows[0];
};

/**
 * Returns what decides whether an organization may become external, and the guard that it was read under. Whoever deletes
 * an organization raises it.
 */
export const readSwitchFacts = async (
  services: Pick<Services, 'pool' | 'store'>,
  organizationId: number,
): Promise<Readonly<{ facts: SwitchFacts; guards: readonly UsedGuard[] }>> => {
  const guards = await readGuards(services, [portalAdministratorsGuard], ['organizations']);
  const own = await findOwnOrganization(services);
  return { facts: { isOwn: own?.id === organizationId }, guards: guards.map((one) => ({ ...one, isPassed: true })) };
};
