import { gatewayNamed } from '#domain/core/operation-kind.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { type GatewaySession, withGateway as withGatewayOf } from '#gateway/admin-api/session.ts';
import { nothing } from '../engine/handler.ts';
import { assertThere, noticeOutage } from '../engine/outage.ts';
import type { Run } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { askGateway, signOf } from './ask-gateway.ts';
import { mirrorWrites } from './mirror/mirror-writes.ts';
import { removalsThatHold } from './removals-that-hold.ts';

/**
 * Runs `work` with a gateway of the portal. A call with a transient fault is repeated, except a write when another attempt
 * may have begun.
 *
 * @param assertCurrent of the attempt that writes. One that only reads needs none.
 * @throws ResourceAwayError when the gateway is known to be away, or does not respond now; GatewayError when there is no
 *   such gateway, and the errors of `work`.
 */
export const withGateway = async <Result>(
  { services, assertCurrent }: Readonly<{ services: WorkerServices }> & Partial<Pick<Run, 'assertCurrent'>>,
  gatewayId: number,
  work: (session: GatewaySession) => Promise<Result>,
): Promise<Result> => {
  const { pool, store, timing } = services;
  const resource = gatewayNamed(gatewayId);
  await assertThere(pool, resource, { code: 'gateway.unreachable' });
  return await withGatewayOf(
    services,
    await loadState(store, resourceDecider, gatewayId),
    {
      timeout: timing.call,
      repeats: timing.repeats,
      beforeRepeat: assertCurrent ?? nothing,
      resourceOf: (id) => loadState(store, resourceDecider, id),
    },
    async (plain) => {
      const { session, stored } = mirrorWrites(services, removalsThatHold(plain));
      // One failed call is no outage: other operations must not wait because this call can't be carried out.
      const problemOf = async (error: unknown) => signOf(error) && (await askGateway(session.client));
      try {
        return await noticeOutage(services, resource, problemOf, () => work(session));
      } finally {
        await stored();
      }
    },
  );
};
