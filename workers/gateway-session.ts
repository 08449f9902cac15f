import { resourceDecider } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { type GatewaySession, withGateway as withGatewayOf } from '#gateway/session.ts';
import type { WorkerServices } from './worker-services.ts';

/** Runs `work` with a gateway of the portal. @throws GatewayError when there is none, and what `work` throws. */
export const withGateway = async <Result>(
  services: WorkerServices,
  gatewayId: number,
  work: (session: GatewaySession) => Promise<Result>,
): Promise<Result> =>
  await withGatewayOf(
    services,
    await loadState(services.store, resourceDecider, gatewayId),
    services.timing.call,
    work,
  );
