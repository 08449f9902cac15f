import {
  type DesiredEntity,
  type FoundEntity,
  isKongObject,
  type KongObject,
  numbersIn,
  referenceIn,
} from '../admin-api/entity.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { belongsToKey } from './own-entities.ts';
import { keyRewritingId } from './plan-consumer.ts';
import type { Rewriting } from './rewriting.ts';

const recordIn = (value: unknown): KongObject => (isKongObject(value) ? value : {});

/**
 * Returns the request transformers of a deployment's keys after a deploy. The gateway runs a key's own transformer
 * instead of the deployment's, so on each route of a lockdown the key's transformer must rewrite the path as well.
 *
 * @param plugins the plugins of the deployment and its keys on the gateway.
 */
export const keyTransformers = (
  names: GatewayNames,
  plugins: readonly FoundEntity[],
  rewriting: Rewriting | null,
): DesiredEntity[] =>
  plugins
    .filter(
      ({ body, ...plugin }) =>
        body.name === 'request-transformer' && !referenceIn(body, 'route') && belongsToKey({ body, ...plugin }),
    )
    .flatMap(({ body, kind, id, label }) => {
      const { name, consumer, tags } = body;
      const config = recordIn(body.config);
      const replacing = (uri: string | null) => ({ ...config, replace: { ...recordIn(config.replace), uri } });
      const [consumerId] = numbersIn(names, [{ body }], 'consumer');
      const own = { name, consumer, enabled: true, tags };
      const entity = { kind, label: `${label} of a key` };
      if (consumerId === undefined) return [];
      return [
        { ...entity, id, body: { ...own, config: replacing(null) } },
        ...(rewriting?.routes ?? []).map((routeId) => ({
          ...entity,
          id: keyRewritingId(names, consumerId, routeId),
          body: { ...own, route: { id: routeId }, config: replacing(rewriting?.uri ?? null) },
        })),
      ];
    });
