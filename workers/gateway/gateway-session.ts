import { resourceDecider } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { type GatewaySession, withGateway as withGatewayOf } from '#gateway/session.ts';
import { nothing } from '../engine/handler.ts';
import { GatewayAwayError, type Run } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { askGateway, isAway, markAway, signOf } from './outage.ts';

/**
 * Runs `work` with a gateway of the portal. A call that fails in passing is repeated. One that writes is not repeated
 * when another attempt may have begun.
 *
 * @param assertCurrent of the attempt that writes. One that only reads needs none.
 * @throws GatewayAwayError when the gateway is known to be away, or does not respond now; GatewayError when there is no
 *   such gateway, and the errors of `work`.
 */
export const withGateway = async <Result>(
  { services, assertCurrent }: Readonly<{ services: WorkerServices }> & Partial<Pick<Run, 'assertCurrent'>>,
  gatewayId: number,
  work: (session: GatewaySession) => Promise<Result>,
): Promise<Result> => {
  const { pool, store, timing, log } = services;
  if (await isAway(pool, gatewayId)) throw new GatewayAwayError(gatewayId, { code: 'gateway.unreachable' });
  return await withGatewayOf(
    services,
    await loadState(store, resourceDecider, gatewayId),
    {
      timeout: timing.call,
      repeats: timing.repeats,
      beforeRepeat: assertCurrent ?? nothing,
    },
    async (session) => {
      try {
        return await work(session);
      } catch (error) {
        // One failed call is no outage: other operations must not wait because this call can't be carried out.
        const seen = signOf(error) && (await askGateway(session.client));
        if (!seen) throw error;
        log.warn({ gateway: gatewayId, problem: seen.code }, 'the gateway is away');
        await markAway(pool, gatewayId);
        throw new GatewayAwayError(gatewayId, seen);
      }
    },
  );
};
