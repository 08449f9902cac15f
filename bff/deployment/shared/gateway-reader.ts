import type { SecretReference } from '#domain/consumer/consumer.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import { defaultRepeats } from '#gateway/admin-api/repeat.ts';
import { type GatewaySession, openSecret, withGateway } from '#gateway/admin-api/session.ts';
import type { Services } from '../../http/services.ts';

/** A gateway may take 3 s for an answer. Few tries, because a person waits. */
const options = { timeout: 5_000, repeats: { ...defaultRepeats, tries: 3, patience: 1_000 } };

const refusalOf = ({ failure: { class: sorted, problem } }: GatewayError): RefusedError => {
  if (sorted !== 'permanent') return new RefusedError(refuse('unavailable', problem));
  return new RefusedError(refuse(problem.field ? 'invalid' : 'conflict', problem));
};

const refusing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GatewayError ? refusalOf(error) : error;
  }
};

/** @throws RefusedError `conflict` when the secret was destroyed. */
export const readSecret = (services: Services, secret: SecretReference): Promise<string> =>
  refusing(() => openSecret(services, secret));

/**
 * Reads from a gateway. Only workers change gateways.
 *
 * @throws RefusedError `unavailable` when it does not respond or refuses Portico, otherwise `conflict` or `invalid`.
 */
export const readGateway = <Result>(
  services: Services,
  gatewayId: number,
  read: (session: GatewaySession) => Promise<Result>,
): Promise<Result> =>
  refusing(async () => {
    const resourceOf = (id: number) => loadState(services.store, resourceDecider, id);
    return await withGateway(services, await resourceOf(gatewayId), { ...options, resourceOf }, read);
  });
