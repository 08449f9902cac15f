import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import { type RequestTransformer, requestTransformerConfig } from '#domain/deployment/request-transformer.ts';
import type { DesiredEntity } from '../admin-api/entity.ts';
import type { CountingRedis } from '../admin-api/session.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { countedBy } from './counted-by.ts';
import { type Rewriting, rewritingPlugins } from './rewriting.ts';

/**
 * The credentials of a key, from the vault.
 *
 * @property apiKey, oauth2 null where the deployment's authentication does not use it.
 * @property apiKeyId of a key that the portal took over, as the gateway has it.
 */
export type OpenCredentials = Readonly<{
  generation: number;
  apiKey: string | null;
  apiKeyId?: string | undefined;
  oauth2: Readonly<{ clientId: string; clientSecret: string }> | null;
}>;

/** Returns the id of a key's own rate limit. */
export const keyLimitId = (names: GatewayNames, consumerId: number): string =>
  names.entityId('consumer', consumerId, 'plugin', 'rate-limiting');

/**
 * Returns the id of the group of a key's organization. The gateway names a caller's groups in the order of their ids, and
 * counts by that text. So this group has the last place for every key: its id begins with `ffffffff`.
 */
export const organizationGroupId = (names: GatewayNames, consumerId: number): string =>
  `ffffffff${names.entityId('consumer', consumerId, 'acl', 'organization').slice(8)}`;

/** Returns the id of a key's own request transformer on one route of a lockdown. */
export const keyRewritingId = (names: GatewayNames, consumerId: number, routeId: string): string =>
  names.entityId('consumer', consumerId, 'plugin', 'request-transformer', routeId);

/**
 * The limit of a key, counted for the key or, `together`, for all keys of its organization on the deployment.
 *
 * @property redis where it is counted, by the policy `redis`. Undefined leaves out how it is reached, for whoever compares.
 */
export type KeyLimit = ConsumerRateLimit & Readonly<{ together: boolean; redis?: CountingRedis | undefined }>;

/**
 * Returns the entities by which a key's calls are limited: its plugin if it has a limit, and its organization's group if
 * `group` is one. Both are made anew when a deployment begins or ends to count keys together.
 */
export const planKeyLimit = (
  names: GatewayNames,
  { consumerId, deploymentId }: Readonly<{ consumerId: number; deploymentId: number }>,
  limit: KeyLimit | null,
  group: string | null,
): DesiredEntity[] => {
  const tags = names.tags(deploymentId, consumerId);
  const kongConsumerId = names.consumerId(consumerId);
  return [
    ...(limit
      ? [
          {
            kind: 'plugin',
            id: keyLimitId(names, consumerId),
            label: 'plugin rate-limiting',
            body: {
              name: 'rate-limiting',
              consumer: { id: kongConsumerId },
              enabled: true,
              config: {
                minute: null,
                hour: null,
                day: null,
                [limit.window]: limit.calls,
                policy: limit.policy,
                ...(limit.redis && { redis: limit.redis }),
                ...countedBy(limit.together),
              },
              tags,
            },
          } as const,
        ]
      : []),
    ...(group === null
      ? []
      : [
          {
            kind: 'acl',
            id: organizationGroupId(names, consumerId),
            consumerId: kongConsumerId,
            label: 'acl',
            body: { group, tags },
          } as const,
        ]),
  ];
};

/**
 * @property limit       in force for the key instead of the deployment's.
 * @property organization the group that its organization's keys are counted by; null where each key is counted.
 * @property credentials two during a rotation, otherwise one.
 * @property rewriting   how the deployment rewrites calls, from `rewritingOf`.
 */
export type ConsumerTarget = Readonly<{
  names: GatewayNames;
  consumerId: number;
  deploymentId: number;
  limit: KeyLimit | null;
  organization: string | null;
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
  limit,
  organization,
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
  const limits = planKeyLimit(names, { consumerId, deploymentId }, limit, organization);
  return [
    { kind: 'consumer', id: kongConsumerId, label: 'consumer', body: { username: name, custom_id: name, tags } },
    ...limits.filter(({ kind }) => kind === 'plugin'),
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
    ...limits.filter(({ kind }) => kind === 'acl'),
    ...credentials.flatMap(({ generation, apiKey, apiKeyId }): DesiredEntity[] =>
      apiKey === null
        ? []
        : [
            {
              kind: 'key-auth',
              id: apiKeyId ?? names.credentialId('key-auth', consumerId, generation),
              ...own,
              label: 'key-auth',
              // One that was taken over may still belong to the consumer that had it.
              body: { key: apiKey, tags, ...(apiKeyId ? { consumer: { id: kongConsumerId } } : {}) },
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
