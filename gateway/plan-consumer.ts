import {
  consumerTag,
  deploymentTag,
  gatewayEntityId as idOf,
  kongConsumerIdOf,
  porticoTag,
} from '#platform/gateway-entity-id.ts';
import type { DesiredEntity } from './entity.ts';

/**
 * @property apiKey, oauth2 from the vault; null where the deployment's authentication has no use for it.
 */
export type ConsumerTarget = Readonly<{
  consumerId: number;
  deploymentId: number;
  apiKey: string | null;
  oauth2: Readonly<{ clientId: string; clientSecret: string }> | null;
}>;

/** What a gateway holds for one key of one organization. The group goes before the credentials: a key never works halfway. */
export const planConsumer = ({ consumerId, deploymentId, apiKey, oauth2 }: ConsumerTarget): DesiredEntity[] => {
  const tags = [porticoTag, deploymentTag(deploymentId), consumerTag(consumerId)];
  const name = `portico-consumer-${consumerId}`;
  const kongConsumerId = kongConsumerIdOf(consumerId);
  const own = { consumerId: kongConsumerId };
  return [
    { kind: 'consumer', id: kongConsumerId, label: 'consumer', body: { username: name, custom_id: name, tags } },
    {
      kind: 'acl',
      id: idOf('consumer', consumerId, 'acl'),
      ...own,
      label: 'acl',
      body: { group: deploymentTag(deploymentId), tags },
    },
    ...(apiKey === null
      ? []
      : [
          {
            kind: 'key-auth',
            id: idOf('consumer', consumerId, 'key-auth'),
            ...own,
            label: 'key-auth',
            body: { key: apiKey, tags },
          } as const,
        ]),
    ...(oauth2 === null
      ? []
      : [
          {
            kind: 'oauth2',
            id: idOf('consumer', consumerId, 'oauth2'),
            ...own,
            label: 'oauth2',
            body: { name, client_id: oauth2.clientId, client_secret: oauth2.clientSecret, tags },
          } as const,
        ]),
  ];
};
