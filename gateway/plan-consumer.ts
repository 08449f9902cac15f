import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import { type RequestTransformer, requestTransformerConfig } from '#domain/deployment/request-transformer.ts';
import type { DesiredEntity } from './entity.ts';
import type { GatewayNames } from './gateway-names.ts';
import { type Rewriting, rewritingPlugins } from './rewriting.ts';

/**
 * The credentials of a key, from the vault.
 *
 * @property apiKey, oauth2 null where the deployment's authentication does not use it.
 */
export type OpenCredentials = Readonly<{
  generation: number;
  apiKey: string | null;
  oauth2: Readonly<{ clientId: string; clientSecret: string }> | null;
}>;

/** Returns the id of a key's own request transformer on one route of a lockdown. */
export const keyRewritingId = (names: GatewayNames, consumerId: number, routeId: string): string =>
  names.entityId('consumer', consumerId, 'plugin', 'request-transformer', routeId);

/**
 * @property credentials two during a rotation, otherwise one.
 * @property rewriting   how the deployment rewrites calls, from `rewritingOf`.
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
 * Returns the entities of one key. A key's own plugin replaces the deployment's plugin of the same name, because the
 * gateway runs the more specific one. Plugins and group come before the credentials, so that a key never works without
 * its limit.
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
