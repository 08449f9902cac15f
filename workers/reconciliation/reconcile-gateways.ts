import { streamOf } from '#domain/core/id.ts';
import { gatewayNamed } from '#domain/core/operation-kind.ts';
import type { EntityKind, FoundEntity } from '#gateway/admin-api/entity.ts';
import { porticoTag } from '#gateway/names/gateway-names.ts';
import { ownAmong } from '#gateway/plan/own-entities.ts';
import { releaseLease, takeLease } from '#platform/lease.ts';
import { isAway } from '../engine/outage.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import type { LeftOver } from '../gateway/noun-at-gateway.ts';
import { atGateway, nounsAtGateway } from './nouns-at-gateway.ts';

/** Kinds of entity that let callers in. One that is left over shows that a removal was lost. */
const kinds: readonly EntityKind[] = ['service', 'route', 'plugin', 'consumer', 'acl', 'key-auth', 'oauth2'];

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

const tellMissing = async (
  services: WorkerServices,
  gatewayId: number,
  actual: readonly FoundEntity[],
): Promise<void> => {
  const missing: Record<string, readonly number[]> = {};
  for (const [noun, { missing: ofNoun }] of nouns) missing[noun] = await ofNoun(services, gatewayId, actual);
  const count = Object.values(missing).flat().length;
  services.metrics.missingObjects.set({ gateway: String(gatewayId) }, count);
  if (count > 0) services.log.warn({ gateway: gatewayId, missing }, 'the gateway has lost entities of Portico');
};

/**
 * Checks one whole gateway. Requests operations that remove the entities of Portico that are gone according to the log,
 * even if their removal was lost, and that close lockdowns of a former release. Missing entities are only reported (log,
 * `portico_gateway_missing_objects`): somebody may have removed them on purpose, and a deploy restores them.
 *
 * @param lookedAt names this check.
 */
export const reconcileGateway = async (
  services: WorkerServices,
  gatewayId: number,
  lookedAt: string,
): Promise<readonly LeftOver[]> => {
  const look = () =>
    withGateway({ services }, gatewayId, async (session) =>
      ownAmong(session, (await Promise.all(kinds.map((kind) => session.client.list(kind, [porticoTag])))).flat()),
    );
  const first = await look();
  const suspects = await leftOversIn(services, first);
  // An operation may have removed entities between the two reads, so only what both reads show counts.
  const still = suspects.length > 0 ? await leftOversIn(services, await look()) : [];
  const seenBefore = new Set(suspects.map(nameOf));
  const leftOvers = still.filter((each) => seenBefore.has(nameOf(each)));
  for (const each of leftOvers) {
    if (await isAskedFor(services, each)) continue;
    await atGateway(each.noun).request(services, each.id, 'left-over', `left-over/${lookedAt}/${nameOf(each)}`);
  }
  await tellMissing(services, gatewayId, first);
  return leftOvers;
};

/**
 * Checks each gateway of the portal once in `every` milliseconds, in one process: the one that gets the lease of the
 * check, which it does not release.
 */
export const reconcileGateways = async (services: WorkerServices, every: number): Promise<void> => {
  const { pool, worker, log } = services;
  const { rows } = await pool.query<{ id: number }>(
    'select distinct gateway_id as id from deployments union select id from resources',
  );
  for (const { id } of rows) {
    if (await isAway(pool, gatewayNamed(id))) continue;
    const name = `reconciliation-${id}`;
    const lease = await takeLease(pool, { name, holder: worker, milliseconds: every });
    if (!lease) continue;
    try {
      await reconcileGateway(services, id, `${id}/${lease.number}`);
    } catch (error) {
      log.warn(
        { gateway: id, reason: error instanceof Error ? error.message : String(error) },
        'cannot check a gateway',
      );
      await releaseLease(pool, lease);
    }
  }
};
