import type { OwnHistory } from '../core/history.ts';
import type { ResourceEvent, ResourceSettings } from './resource.ts';
import { configsOf } from './settings.ts';

/** Returns the fingerprint of each secret: that one was replaced is seen, and what it is, is not. */
const secretsOf = (settings: ResourceSettings): string[] => {
  const secret = settings.type === 'KONG' ? settings.adminApiKey : settings.password;
  return secret ? [secret.fingerprint.slice(0, 8)] : [];
};

const propertiesOf = (settings: ResourceSettings): string[] =>
  configsOf(settings)
    .filter(({ name }) => name !== 'adminApiKey' && name !== 'password')
    .map(({ name, value }) => `${name}: ${value}`);

const changed = (data: object): { from: unknown; to: unknown } => ({
  from: (data as { from?: unknown }).from,
  to: data,
});

/** The history of a resource. An entry names organizations by number. */
export const resourceHistory = {
  noun: 'resource',
  kinds: {
    GatewayRegistered: 'added',
    GatewayChanged: 'changed',
    GatewayRemoved: 'removed',
    KafkaRegistered: 'added',
    KafkaChanged: 'changed',
    KafkaRemoved: 'removed',
    RedisRegistered: 'added',
    RedisChanged: 'changed',
    RedisRemoved: 'removed',
  },
  fields: {
    name: ({ name }) => name,
    isPublic: ({ isPublic }) => String(isPublic),
    organizations: ({ organizations }) => organizations.map(String),
    properties: propertiesOf,
    secret: secretsOf,
    certificates: ({ certificates = [] }) => certificates.map(({ name }) => name),
  },
  compared: { GatewayChanged: changed, KafkaChanged: changed, RedisChanged: changed },
} as const satisfies OwnHistory<ResourceEvent, ResourceSettings>;
