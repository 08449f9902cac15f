import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import { type RequestTransformer, requestTransformerConfig } from '#domain/deployment/request-transformer.ts';
import type { DesiredEntity } from './entity.ts';
import type { GatewayNames } from './gateway-names.ts';
import { type Rewriting, rewritingPlugins } from './rewriting.ts';

/**
 * What a key calls with, from the vault.
 *
 * @property apiKey, oauth2 null where the deployment's authentication has no use for it.
 */
export type OpenCredentials = Readonly<{
  generation: number;
  apiKey: string | null;
  oauth2: Readonly<{ clientId: string; clientSecret: string }> | null;
}>;

/** A key's own request transformer on one route of a lockdown. */
export const keyRewritingId = (names: GatewayNames, consumerId: number, routeId: string): string =>
  names.entityId('consumer', consumerId, 'plugin', 'request-transformer', routeId);

/**
 * @property credentials two while the key is rotated, else one.
 * @property rewriting   how the deployment rewrites calls, as of `rewritingOf`.
 */
export type ConsumerTarget = Readonly<{
  names: GatewayNames;
  consumerId: number;
  deploymentId: number;
  rateLimit: ConsumerRateLimit | null;
  requestTransformer: RequestTransformer | null;
  credentials: readonly OpenCredentials[];
  rewriting: Rewriting | null;
}>;

/**
 * What a gateway holds for one key of one organization. A key's own plugins take the place of its deployment's of the
 * same name: the gateway runs the one that is bound more exactly. Plugins and group go before the credentials: a key
 * never works halfway, nor without its limit.
 */
export const planConsumer = ({
  names,
  consumerId,
  deploymentId,
  rateLimit,
  requestTransformer,
  credentials,
  rewriting,
}: ConsumerTarget): DesiredEntity[] => {
  const tags = names.tags(deploymentId, consumerId);
  const name = names.consumerName(consumerId);
  const kongConsumerId = names.consumerId(consumerId);
  const own = { consumerId: kongConsumerId };
  const uriForAll = rewriting?.routes.length === 0 ? rewriting.uri : null;
  const plugin = (kind: string, config: Record<string, unknown>): DesiredEntity => ({
    kind: 'plugin',
    id: names.entityId('consumer', consumerId, 'plugin', kind),
    label: `plugin ${kind}`,
    body: { name: kind, consumer: { id: kongConsumerId }, enabled: true, config, tags },
  });
  return [
    { kind: 'consumer', id: kongConsumerId, label: 'consumer', body: { username: name, custom_id: name, tags } },
    ...(rateLimit
      ? [
          plugin('rate-limiting', {
            minute: null,
            hour: null,
            day: null,
            [rateLimit.window]: rateLimit.calls,
            policy: rateLimit.policy,
            limit_by: 'consumer',
          }),
        ]
      : []),
    ...(requestTransformer
      ? [
          plugin('request-transformer', requestTransformerConfig(requestTransformer, uriForAll)),
          ...rewritingPlugins(rewriting, requestTransformer, {
            idOn: (routeId) => keyRewritingId(names, consumerId, routeId),
            label: 'plugin request-transformer',
            scope: { consumer: { id: kongConsumerId } },
            tags,
          }),
        ]
      : []),
    {
      kind: 'acl',
      id: names.entityId('consumer', consumerId, 'acl'),
      ...own,
      label: 'acl',
      body: { group: names.group(deploymentId), tags },
    },
    ...credentials.flatMap(({ generation, apiKey }): DesiredEntity[] =>
      apiKey === null
        ? []
        : [
            {
              kind: 'key-auth',
              id: names.credentialId('key-auth', consumerId, generation),
              ...own,
              label: 'key-auth',
              body: { key: apiKey, tags },
            },
          ],
    ),
    ...credentials.flatMap(({ generation, oauth2 }): DesiredEntity[] =>
      oauth2 === null
        ? []
        : [
            {
              kind: 'oauth2',
              id: names.credentialId('oauth2', consumerId, generation),
              ...own,
              label: 'oauth2',
              body: { name, client_id: oauth2.clientId, client_secret: oauth2.clientSecret, tags },
            },
          ],
    ),
  ];
};
