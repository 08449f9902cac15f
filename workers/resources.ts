import type { Resources } from './engine/resource-work.ts';
import { gatewayAsResource } from './gateway/resource.ts';
import { kafkaAsResource } from './kafka/resource.ts';

/** How workers deal with each kind of resource. */
export const resources: Resources = { gateway: gatewayAsResource, kafka: kafkaAsResource };
