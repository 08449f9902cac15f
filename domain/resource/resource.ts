import * as z from 'zod/mini';
import { secretReference } from '../consumer/consumer.ts';
import type { Command } from '../core/decider.ts';
import { environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import type { UseKind } from '../core/undo.ts';
import { certificateSchema } from './certificate.ts';
import { kafkaMechanisms, kafkaProtocols, type ResourceType } from './types.ts';

/** A secret without its last characters: those of a short password would be the password. */
const sealedSecret = z.omit(secretReference, { last4: true });

/** What every resource has. What is absent in an event of a change stays as it was: the last release does not know it. */
const shared = {
  resourceId: idSchema,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Whether every organization may use it. */
  isPublic: z.boolean(),
  /** The organizations that may use it when it is not public. */
  organizations: z.array(idSchema),
  /** Pairs that Portico only keeps. */
  custom: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  /** The authorities that are trusted at this resource besides the usual ones. */
  certificates: z.optional(z.array(certificateSchema)),
};

/** A gateway and the settings that the portal needs to reach it. */
const gateway = z.object({
  ...shared,
  type: z.literal('KONG'),
  adminUrl: z.url(),
  /** The proxy's address for callers. */
  apiUrl: z.url(),
  /** The proxy's https address. The token endpoint works only there. */
  apiSslUrl: z.url(),
  /** How many nodes are behind the proxy, if somebody said so. More can be found by calling it. */
  nodes: z.optional(z.int().check(z.positive(), z.maximum(1000))),
  /** Their names, if somebody said those. Empty: only how many. */
  nodeNames: z.optional(z.array(z.string())),
  /** The address that the gateway's http-log plugin posts to. */
  httpLogEndpoint: z.url(),
  adminApiKey: z.nullable(secretReference),
  /** The gateway sends this key with its telemetry (requirement D10). */
  telemetryKey: secretReference,
});

/** The brokers of one environment. */
const kafka = z.object({
  ...shared,
  type: z.literal('KAFKA'),
  envType: environmentSchema,
  /** For people: `broker.example:9092`, several with commas between them. */
  address: z.string(),
  /** For Portico itself, if it reaches them elsewhere. */
  internalAddr: z.nullable(z.string()),
  securityProtocol: z.enum(kafkaProtocols),
  mechanism: z.nullable(z.enum(kafkaMechanisms)),
  user: z.nullable(z.string()),
  password: z.nullable(sealedSecret),
});

const redis = z.object({
  ...shared,
  type: z.literal('REDIS'),
  host: z.string(),
  port: z.int(),
  /** Milliseconds. */
  timeout: z.int(),
  password: z.nullable(sealedSecret),
});

const removed = z.object({ resourceId: idSchema });
/** All settings, as they are from now on, and those before. Older events have no `from`. */
const changed = <Settings extends z.ZodMiniObject>(settings: Settings) =>
  z.extend(settings, { from: z.optional(settings) });

export const resourceEvents = {
  GatewayRegistered: event(gateway),
  GatewayChanged: event(changed(gateway)),
  GatewayRemoved: event(removed),
  KafkaRegistered: event(kafka),
  KafkaChanged: event(changed(kafka)),
  KafkaRemoved: event(removed),
  RedisRegistered: event(redis),
  RedisChanged: event(changed(redis)),
  RedisRemoved: event(removed),
};

export type Gateway = z.output<typeof gateway>;
export type Kafka = z.output<typeof kafka>;
export type Redis = z.output<typeof redis>;
export type ResourceSettings = Gateway | Kafka | Redis;
export type ResourceEvent = EventsOf<typeof resourceEvents>;

/** What hangs on a resource besides its own certificates and organizations: how many, and the names of the first ones. */
type ResourceUse = Readonly<{ kind: UseKind; count: number; names: string }>;

export type ResourceCommand =
  | Command<'RegisterResource', ResourceSettings>
  /** Its certificates stay as they are. */
  | Command<'ChangeResource', ResourceSettings>
  | Command<'AddCertificate', z.output<typeof certificateSchema>>
  | Command<'RemoveCertificate', { certificateId: number }>
  | Command<'GrantUse' | 'EndUse', { organizationId: number }>
  /** `organizationNames`: of those that may use it, as text. */
  | Command<'RemoveResource', { uses: readonly ResourceUse[]; organizationNames: string }>;

export type KnownResource = Readonly<{ status: 'active' }> & ResourceSettings;
export type Resource =
  | Readonly<{ status: 'none' }>
  | KnownResource
  | Readonly<{ status: 'removed'; resourceId: number }>;

/** Returns the settings in a state of a resource, if it is of this type. */
export const settingsIn = <Type extends ResourceType>(
  state: Resource,
  type: Type,
): Extract<ResourceSettings, { type: Type }> | undefined => {
  if (state.status !== 'active' || state.type !== type) return undefined;
  const { status: _, ...settings } = state;
  return settings as Extract<ResourceSettings, { type: Type }>;
};
