import { porticoNamespace, uuidV5 } from './uuid.ts';

/** On everything that Portico makes on a gateway; what lacks it is somebody else's (reliability J5). */
export const porticoTag = 'portico';
export const deploymentTag = (deploymentId: number): string => `portico-deployment-${deploymentId}`;
export const consumerTag = (consumerId: number): string => `portico-consumer-${consumerId}`;

/** The number in `portico-consumer-12`, for one of the tags above; undefined in anything else. */
export const numberIn = (text: string, tagOf: (id: number) => string): number | undefined => {
  const id = Number(/-(\d{1,10})$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) && id <= 2_147_483_647 && tagOf(id) === text ? id : undefined;
};

/**
 * The id that Portico gives an entity of a gateway, made from Portico's own id: `('deployment', 12, 'service')`.
 * The workers make entities under it, the ingestion of gateway requests checks against it.
 */
export const gatewayEntityId = (...parts: readonly (string | number)[]): string =>
  uuidV5(porticoNamespace, parts.join('/'));

export const serviceIdOf = (deploymentId: number): string => gatewayEntityId('deployment', deploymentId, 'service');
/** Whom the gateway takes a caller without a valid credential for, where a deployment takes keys and tokens. */
export const anonymousIdOf = (deploymentId: number): string => gatewayEntityId('deployment', deploymentId, 'anonymous');
export const kongConsumerIdOf = (consumerId: number): string => gatewayEntityId('consumer', consumerId, 'consumer');
/**
 * One credential of a key. `generation` counts them from 1: while a key is rotated the gateway holds two, and reports
 * under this id which of them was used.
 */
export const credentialIdOf = (kind: 'key-auth' | 'oauth2', consumerId: number, generation: number): string =>
  generation === 1
    ? gatewayEntityId('consumer', consumerId, kind)
    : gatewayEntityId('consumer', consumerId, kind, generation);
