import { resourceDecider } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { withGateway } from '#gateway/admin-api/session.ts';
import type { Prober } from '../engine/watch-resources.ts';
import { askGateway } from './ask-gateway.ts';

/** One that can't be called at all counts as back, and its operations report the reason. */
export const isGatewayBack: Prober = async (services, gatewayId) => {
  const gateway = await loadState(services.store, resourceDecider, gatewayId);
  services.metrics.looks.inc();
  if (gateway.status === 'none') return true;
  const options = { timeout: services.timing.call };
  const seen = await withGateway(services, gateway, options, ({ client }) => askGateway(client)).catch(() => undefined);
  return seen === undefined;
};
