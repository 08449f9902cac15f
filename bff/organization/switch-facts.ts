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

/** Returns how many keys an organization has for APIs that it has no grant for. They end when it becomes external. */
export const countKeysWithoutAccess = async (
  { pool }: Pick<Services, 'pool'>,
  organizationId: number,
): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from consumers
     where organization_id = $1 and state <> 'removing' and not exists (
       select from access_grants grants
       where grants.api_id = consumers.api_id and grants.organization_id = $1 and revoked_at is null)`,
    [organizationId],
  );
  return rows[0]?.count ?? 0;
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
  const [own, keysWithoutAccess] = await Promise.all([
    findOwnOrganization(services),
    countKeysWithoutAccess(services, organizationId),
  ]);
  const facts = { isOwn: own?.id === organizationId, keysWithoutAccess };
  return { facts, guards: guards.map((one) => ({ ...one, isPassed: true })) };
};
