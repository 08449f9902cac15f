import { resourceDecider } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { type GatewaySession, withGateway as withGatewayOf } from '#gateway/session.ts';
import { GatewayAwayError } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { askGateway, isAway, markAway, signOf } from './outage.ts';

/**
 * Runs `work` with a gateway of the portal.
 *
 * @throws GatewayAwayError when it is known not to answer, or does not now; GatewayError when there is none, and what
 * `work` throws.
 */
export const withGateway = async <Result>(
  services: WorkerServices,
  gatewayId: number,
  work: (session: GatewaySession) => Promise<Result>,
): Promise<Result> => {
  const { pool, store, timing, log } = services;
  if (await isAway(pool, gatewayId)) throw new GatewayAwayError(gatewayId, { code: 'gateway.unreachable' });
  return await withGatewayOf(
    services,
    await loadState(store, resourceDecider, gatewayId),
    timing.call,
    async (session) => {
      try {
        return await work(session);
      } catch (error) {
        // One call that goes wrong is no outage: others must not wait for what this one asks for.
        const seen = signOf(error) && (await askGateway(session.client));
        if (!seen) throw error;
        log.warn({ gateway: gatewayId, problem: seen.code }, 'the gateway is away');
        await markAway(pool, gatewayId);
        throw new GatewayAwayError(gatewayId, seen);
      }
    },
  );
};
