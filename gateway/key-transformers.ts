import { type DesiredEntity, type FoundEntity, isKongObject, type KongObject } from './entity.ts';
import { belongsToKey } from './held.ts';

const recordIn = (value: unknown): KongObject => (isKongObject(value) ? value : {});

/**
 * The request transformers of keys, rewriting paths as their deployment does now. The gateway runs a key's own one in
 * place of the deployment's, so that a lockdown that comes, goes or moves has to be said there too.
 *
 * @param plugins that the deployment and its keys have on the gateway.
 * @param uri     as of `lockedUri`.
 */
export const keyTransformers = (plugins: readonly FoundEntity[], uri: string | null): DesiredEntity[] =>
  plugins
    .filter((plugin) => plugin.body.name === 'request-transformer' && belongsToKey(plugin))
    .map(({ body, ...plugin }) => {
      const { name, consumer, tags } = body;
      const config = recordIn(body.config);
      return {
        ...plugin,
        label: `${plugin.label} of a key`,
        body: {
          name,
          consumer,
          enabled: true,
          config: { ...config, replace: { ...recordIn(config.replace), uri } },
          tags,
        },
        // As the deployment's own: paths are rewritten once the routes catch what to rewrite them to.
        isLast: uri !== null,
      };
    });
