import { streamOf } from '#domain/core/id.ts';
import { gatewayNamed } from '#domain/core/operation-kind.ts';
import { foreignKinds } from '#domain/drift/drift.ts';
import { type EntityKind, entityKinds, type FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { heldIn } from '#gateway/drift/lost-objects.ts';
import { porticoTag } from '#gateway/names/gateway-names.ts';
import { ownAmong } from '#gateway/plan/own-entities.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { releaseLease, takeLease } from '#platform/lease.ts';
import { findDifferences } from '../difference/find-differences.ts';
import { addressesOf, findForeign } from '../drift/find-foreign.ts';
import { findLosses } from '../drift/find-losses.ts';
import type { Look } from '../drift/report.ts';
import { isAway } from '../engine/outage.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import type { LeftOver } from '../gateway/noun-at-gateway.ts';
import { atGateway, nounsAtGateway } from './nouns-at-gateway.ts';

/**
 * Kinds of entity that let callers in, or take their calls. One of Portico's that is left over shows that a removal was lost. One of somebody
 * else's may change the calls of a deployment.
 */
const kinds: readonly EntityKind[] = [...entityKinds, 'upstream'];
const ofOthers: readonly EntityKind[] = foreignKinds;

const isAskedFor = async ({ pool }: WorkerServices, { noun, id }: LeftOver): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from operations where kind = 'reconcile' and state in ('requested', 'started', 'waiting', 'failed')
     and subject_noun = $1 and subject_id = $2 limit 1`,
    [noun, id],
  );
  return (rowCount ?? 0) > 0;
};

const nouns = Object.entries(nounsAtGateway);
const nameOf = ({ noun, id }: LeftOver) => streamOf(noun, id);

/** Returns the left-overs of all nouns, without those that go together with what they stand at. */
const leftOversIn = async (services: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const found: LeftOver[] = [];
  for (const [, { leftOvers }] of nouns) found.push(...(await leftOvers(services, actual)));
  const gone = new Set(found.filter(({ isGone }) => isGone).map(({ place }) => place));
  return found.filter((each) => each.isGone || !gone.has(each.place));
};

/** What a gateway holds: all of it that is looked at, and Portico's part. What Portico makes none of is others', whatever its tags. */
type Seen = Readonly<{ all: readonly FoundEntity[]; own: readonly FoundEntity[] }>;

const see = async (session: GatewaySession): Promise<Seen> => {
  const lists = kinds.map((kind) => session.client.list(kind, ofOthers.includes(kind) ? [] : [porticoTag]));
  const all = (await Promise.all(lists)).flat();
  return {
    all,
    own: await ownAmong(
      session,
      all.filter(({ kind }) => entityKinds.includes(kind)),
    ),
  };
};

const requestRemovals = async (
  services: WorkerServices,
  session: GatewaySession,
  lookedAt: string,
  { own }: Seen,
): Promise<readonly LeftOver[]> => {
  const suspects = await leftOversIn(services, own);
  // An operation may have removed entities between the two reads, so only what both reads show counts.
  const still = suspects.length > 0 ? await leftOversIn(services, (await see(session)).own) : [];
  const seenBefore = new Set(suspects.map(nameOf));
  const leftOvers = still.filter((each) => seenBefore.has(nameOf(each)));
  for (const each of leftOvers) {
    if (await isAskedFor(services, each)) continue;
    await atGateway(each.noun).request(services, each.id, 'left-over', `left-over/${lookedAt}/${nameOf(each)}`);
  }
  return leftOvers;
};

/**
 * Looks at one whole gateway, in a few lists of 1,000 objects each, and requests operations that
 *
 * - remove what Portico made and what is gone according to the log, even if its removal was lost, and close lockdowns of a
 *   former release;
 * - put back what protects a deployment or a key and was removed or changed by hand (docs/decisions/0096-protection-by-hand.md).
 *
 * It reports others' objects that take or change calls, and what else of Portico's is not as it was applied, and leaves both alone.
 *
 * @param name names this look.
 * @param now  the database's time.
 * @returns what was left over.
 */
export const reconcileGateway = async (
  services: WorkerServices,
  gatewayId: number,
  name: string,
  now: Date,
): Promise<readonly LeftOver[]> => {
  const { pool } = services;
  const { rows } = await pool.query<Pick<Look, 'before' | 'calledAt'>>(
    'select looked_at as before, called_at as "calledAt" from gateway_looks where gateway_id = $1',
    [gatewayId],
  );
  const look = { name, gatewayId, before: null, calledAt: null, ...rows[0] };
  const { leftOvers, calledAt } = await withGateway({ services }, gatewayId, async (session) => {
    const seen = await see(session);
    await findLosses(services, session, look, { held: heldIn(seen.all), own: seen.own });
    const foreign = await findForeign(services, session, look, seen.all, seen.own);
    await findDifferences(services, session, look, { ...seen, foreign });
    return {
      leftOvers: await requestRemovals(services, session, name, seen),
      calledAt: addressesOf(session.gateway),
    };
  });
  await pool.query(
    `insert into gateway_looks (gateway_id, looked_at, called_at) values ($1, $2, $3)
     on conflict (gateway_id) do update set looked_at = excluded.looked_at, called_at = excluded.called_at`,
    [gatewayId, now, calledAt],
  );
  return leftOvers;
};

const lookAt = async (services: WorkerServices, id: number, every: number): Promise<void> => {
  const { pool, worker, log } = services;
  if (await isAway(pool, gatewayNamed(id))) return;
  const lease = await takeLease(pool, { name: `reconciliation-${id}`, holder: worker, milliseconds: every });
  if (!lease) return;
  try {
    await reconcileGateway(services, id, `${id}/${lease.number}`, await readDatabaseTime(pool));
  } catch (error) {
    log.warn({ gateway: id, reason: error instanceof Error ? error.message : String(error) }, 'cannot check a gateway');
    await releaseLease(pool, lease);
  }
};

/**
 * Looks at each gateway of the portal once in `every` milliseconds, in one process: the one that gets the lease of the look,
 * which it does not release. All at once, so that a slow gateway delays no other.
 */
export const reconcileGateways = async (services: WorkerServices, every: number): Promise<void> => {
  const { rows } = await services.pool.query<{ id: number }>(
    "select distinct gateway_id as id from deployments union select id from resources where type = 'KONG'",
  );
  await Promise.all(rows.map(({ id }) => lookAt(services, id, every)));
};
