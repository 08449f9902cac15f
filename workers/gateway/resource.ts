import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import { withGateway } from '#gateway/admin-api/session.ts';
import type { ResourceWork } from '../engine/resource-work.ts';
import { askGateway } from './ask-gateway.ts';

/** A gateway that can't be called at all counts as back, and its operations report the reason. */
const isBack: ResourceWork['isBack'] = async (services, gatewayId) => {
  const gateway = await loadState(services.store, resourceDecider, gatewayId);
  services.metrics.looks.inc();
  if (gateway.status !== 'active') return true;
  const options = { timeout: services.timing.call };
  const seen = await withGateway(services, gateway, options, ({ client }) => askGateway(client)).catch(() => undefined);
  return seen === undefined;
};

export const gatewayAsResource: ResourceWork = {
  isBack,
  failureOf: (error) => {
    if (!(error instanceof GatewayError)) return undefined;
    const { failure } = error;
    // The next attempt reads first what an unanswered call did.
    return { ...failure, class: failure.class === 'unknown-outcome' ? 'retry' : failure.class };
  },
  passing: ['gateway.unreachable', 'gateway.busy'],
  notRestored: { code: 'gateway.not-restored' },
};
