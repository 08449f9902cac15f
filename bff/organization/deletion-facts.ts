import { organizationDecider } from '#domain/organization/decider.ts';
import type { DeletionFacts } from '#domain/organization/organization.ts';
import type { Guard } from '#eventstore/event-store.ts';
import { guardOf, portalAdministratorsGuard, readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';

/** Days without a call after which an organization may be deleted. */
const quietDays = 30;

/**
 * Returns whether a key of the organization was used in the last 30 days, according to the calls that the gateways
 * reported. Calls are counted by the hour, so it may say yes up to an hour longer.
 */
export const wasUsedLately = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  organizationId: number,
): Promise<boolean> => {
  const since = new Date(now().getTime() - quietDays * 24 * 3_600_000 - 3_600_000);
  const { rowCount } = await pool.query(
    'select from gateway_request_counts where organization_id = $1 and hour > $2 limit 1',
    [organizationId, since],
  );
  return rowCount === 1;
};

/** A fact about administrators, and the guards that it was read under. */
type LastAdministrator = Readonly<{ hasLastAdministrator: boolean; guards: readonly Guard[] }>;

/**
 * Returns whether the portal would have no active portal administrator without an organization's people. The
 * organization's own guard is raised with it: what comes into the organization at the same time checks it again.
 */
export const readLastAdministrator = async (
  services: Pick<Services, 'pool' | 'store'>,
  organizationId: number,
): Promise<LastAdministrator> => {
  const guards = await readGuards(
    services,
    [portalAdministratorsGuard, guardOf(organizationDecider, organizationId)],
    ['users', 'organizations'],
  );
  const { rowCount } = await services.pool.query(
    `select from users join organizations on organizations.id = organization_id
     where organization_id <> $1 and status = 'active' and active and issuer is not null
       and roles @> '{ROLE_PORTAL_ADMIN}' limit 1`,
    [organizationId],
  );
  return { hasLastAdministrator: rowCount === 0, guards };
};

/** Returns what decides whether an organization may go, and the guards that it was read under. */
export const readDeletionFacts = async (
  services: Pick<Services, 'pool' | 'store' | 'now'>,
  organizationId: number,
): Promise<Readonly<{ facts: DeletionFacts; guards: readonly Guard[] }>> => {
  const [usedLately, { hasLastAdministrator, guards }] = await Promise.all([
    wasUsedLately(services, organizationId),
    readLastAdministrator(services, organizationId),
  ]);
  return { facts: { usedLately, hasLastAdministrator }, guards };
};
