import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider, allowsKey } from '#domain/access/decider.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import type { EventActor } from '#domain/core/event.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { followLog, type Reactions, type Recorded, reacting } from '../engine/follow-log.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Pair = Readonly<{ apiId: number; organizationId: number }>;

/**
 * Requests the removal of one key, by a separate operation. The request is made once for each cause, however often the
 * cause is delivered.
 */
const withdraw = async (
  { store }: WorkerServices,
  consumerId: number,
  cause: Pick<RecordedEvent, 'id'> & { meta: Pick<RecordedEvent['meta'], 'correlationId'> },
  actor: EventActor,
): Promise<void> => {
  const name = `withdraw/${cause.id}/${consumerId}`;
  const done = await execute({
    store,
    decider: consumerDecider,
    id: consumerId,
    command: { type: 'RequestRemoval', data: { operationId: uuidV5(porticoNamespace, `${name}/operation`) } },
    meta: {
      actor,
      commandId: uuidV5(porticoNamespace, name),
      correlationId: cause.meta.correlationId,
      causationId: cause.id,
      time: new Date().toISOString(),
    },
  });
  // A key that is gone or being removed needs no request. After a conflict the delivery is repeated.
  if (isRefusal(done) && done.refused !== 'not-found') throw new Error(done.problems[0].code);
};

/** Returns whether a key without a grant lost its reason: its organization is external now, and has no access. */
const needsGrantNow = async ({ store }: WorkerServices, { apiId, organizationId }: Pair): Promise<boolean> => {
  const organization = await loadState(store, organizationDecider, organizationId);
  if (organization.status === 'none' || !organization.details.external) return false;
  const access = await loadState(store, accessDecider, accessIdOf(apiId, organizationId));
  return access.status !== 'granted';
};

/** Withdraws the keys that an organization had only because it was internal. */
const followExternal = async (
  services: WorkerServices,
  event: Recorded<'OrganizationDetailsChanged'>,
): Promise<void> => {
  const { organizationId, from, to } = event.data;
  if (from.external || !to.external) return;
  const { rows } = await services.pool.query<{ id: number; apiId: number }>(
    'select consumer_id as id, api_id as "apiId" from given_keys where organization_id = $1 order by 1',
    [organizationId],
  );
  for (const { id, apiId } of rows) {
    const key = await loadState(services.store, consumerDecider, id);
    if (key.status === 'none' || key.grantId !== null) continue;
    if (await needsGrantNow(services, { apiId, organizationId })) await withdraw(services, id, event, event.meta.actor);
  }
};

const reactions: Reactions = {
  ConsumerRequested: async (services, event) => {
    const { consumerId, apiId, organizationId, grantId } = event.data;
    await services.pool.query('insert into given_keys values ($1, $2, $3) on conflict do nothing', [
      consumerId,
      apiId,
      organizationId,
    ]);
    if (grantId === null) {
      // The key was requested while its organization became external.
      if (await needsGrantNow(services, event.data)) await withdraw(services, consumerId, event, byPortal);
      return;
    }
    // The key was requested while the access was being revoked, too late.
    const access = await loadState(services.store, accessDecider, accessIdOf(apiId, organizationId));
    if (!allowsKey(access, grantId)) await withdraw(services, consumerId, event, byPortal);
  },
  ConsumerRemoved: async (services, { data }) => {
    await services.pool.query('delete from given_keys where consumer_id = $1', [data.consumerId]);
  },
  OrganizationDetailsChanged: followExternal,
  ApiAccessRevoked: async (services, event) => {
    const { rows } = await services.pool.query<{ consumer_id: number }>(
      'select consumer_id from given_keys where api_id = $1 and organization_id = $2 order by consumer_id',
      [event.data.apiId, event.data.organizationId],
    );
    for (const { consumer_id } of rows) await withdraw(services, consumer_id, event, event.meta.actor);
  },
};

/**
 * Requests the removal of all keys whose grant was revoked and whose removal nobody requested, because the subscription
 * may have lost it. The read tables find candidates, and the log decides. @returns how many.
 */
export const withdrawForgotten = async (services: WorkerServices): Promise<number> => {
  const { rows } = await services.pool.query<{ id: number }>(
    `select id from consumers where state <> 'removing' and exists (
       select from access_grants revoked
       where revoked.api_id = consumers.api_id and revoked.organization_id = consumers.organization_id
       and created_at < revoked_at and revoked_at < now() - interval '1 minute')`,
  );
  let forgotten = 0;
  for (const { id } of rows) {
    const key = await loadState(services.store, consumerDecider, id);
    if (key.status === 'none' || key.status === 'removed' || key.status === 'removing' || key.grantId === null)
      continue;
    const access = await loadState(services.store, accessDecider, accessIdOf(key.apiId, key.organizationId));
    if (allowsKey(access, key.grantId)) continue;
    services.log.warn({ key: id }, 'a key outlived its grant');
    const cause = uuidV5(porticoNamespace, `forgotten/${key.grantId}`);
    await withdraw(services, id, { id: cause, meta: { correlationId: cause } }, byPortal);
    forgotten += 1;
  }
  return forgotten;
};

/**
 * Follows the log. When an organization's access to an API is revoked, requests the removal of all keys that had this
 * access (requirement C4). When an internal organization becomes external, requests the same for its keys without access.
 * Support sees these operations and can replay them. Ends when the signal aborts.
 */
export const runWithdrawals = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  followLog(services, reacting(services, 'withdrawals', reactions), signal);
