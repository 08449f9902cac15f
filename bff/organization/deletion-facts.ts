import { organizationDecider } from '#domain/organization/decider.ts';
import type { DeletionFacts } from '#domain/organization/organization.ts';
import type { LosesAccess } from '#domain/organization/schema.ts';
import type { Guard } from '#eventstore/event-store.ts';
import { guardOf } from '#eventstore/guards.ts';
import { portalAdministratorsGuard, readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';
import { quietSince } from '../sql/last-days.ts';

/**
 * Returns whether a key of the organization was used in the last 30 days, according to the calls that the gateways
 * reported.
 */
export const wasUsedLately = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  organizationId: number,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    // The calls of the last seconds are not counted yet.
    `select from gateway_request_counts where organization_id = $1 and hour > $2
     union all
     select from gateway_requests where organization_id = $1 and started_at > $2 and not is_counted
       and id > (select folded_until from gateway_request_folds)
     limit 1`,
    [organizationId, quietSince(now())],
  );
  return rowCount === 1;
};

/**
 * Returns the other organizations that lose access with an organization, those with the most calls first: they have a key or
 * access for one of its APIs, or called one within the last 30 days. A deleted one has nothing to lose.
 */
export const othersWhoLose = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  organizationId: number,
): Promise<readonly LosesAccess[]> => {
  const { rows } = await pool.query<LosesAccess>(
    `with theirs as materialized (select id from apis where organization_id = $1),
     counted as (
       select organization_id, 0 as keys, sum(count) as calls from gateway_request_counts
       where api_id in (select id from theirs) and hour > $2 group by organization_id
       union all
       select organization_id, count(*), 0 from consumers
       where api_id in (select id from theirs) group by organization_id
       union all
       select organization_id, 0, 0 from access_grants where api_id in (select id from theirs) and revoked_at is null)
     select o.id, o.name, sum(keys)::integer as keys, sum(calls)::float8 as calls
     from counted join organizations o on o.id = counted.organization_id
     where o.id <> $1 and o.status <> 'deleted'
     group by o.id, o.name order by calls desc, keys desc, fold_text(o.name) collate "und-x-icu", o.id`,
    [organizationId, quietSince(now())],
  );
  return rows;
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
  const [usedLately, others, { hasLastAdministrator, guards }] = await Promise.all([
    wasUsedLately(services, organizationId),
    othersWhoLose(services, organizationId),
    readLastAdministrator(services, organizationId),
  ]);
  const callers = others.filter(({ calls }) => calls > 0).map(({ id, name }) => ({ id, name }));
  return { facts: { usedLately, hasLastAdministrator, callers }, guards };
};
