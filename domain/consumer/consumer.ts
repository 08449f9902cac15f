import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { requestTransformer } from '../deployment/request-transformer.ts';
import { consumerRateLimit } from './rate-limit.ts';

/** A secret as events name it: its id in the vault, a keyed fingerprint, its last four characters (requirement E1). */
export const secretReference = z.object({
  secretId: z.uuid(),
  fingerprint: z.string(),
  last4: z.string().check(z.maxLength(4)),
});
export type SecretReference = z.output<typeof secretReference>;

/**
 * An API key. `former` is set for one that callers had before their service was put under the portal: the id of the credential
 * at the gateway, which stays the same, and of the consumer that had it.
 */
const apiKey = z.extend(secretReference, {
  former: z.optional(z.object({ credentialId: z.uuid(), consumerId: z.uuid() })),
});

/** The credentials of a key. The deployment's authentication decides which of the two it has. */
const credentials = z.object({
  apiKey: z.nullable(apiKey),
  oauth2: z.nullable(z.object({ clientId: z.string(), clientSecret: secretReference })),
});
export type Credentials = z.output<typeof credentials>;

/**
 * The settings of a key. Its rate limit and transformers replace those of the deployment.
 *
 * @property endsAt when the key ends by itself. Null: it has no end. Absent: as before, which is no end for a new key. The last
 *                  release changes keys without it.
 */
const settings = {
  nickname: z.string().check(z.maxLength(50)),
  rateLimit: z.nullable(consumerRateLimit),
  requestTransformer: z.nullable(requestTransformer),
  endsAt: z.optional(z.nullable(z.iso.datetime())),
};
const consumerSettings = z.object(settings);
export type ConsumerSettings = z.output<typeof consumerSettings>;

/**
 * What a key should be on the gateway. `generation` counts its credentials from 1. `previous` are the credentials before
 * these; they work until `until` (ISO 8601).
 */
export type ConsumerConfig = ConsumerSettings &
  Readonly<{
    credentials: Credentials;
    generation: number;
    previous: Readonly<{ credentials: Credentials; generation: number; until: string }> | null;
  }>;

const operationId = z.uuid();
const subject = { consumerId: idSchema, operationId };
const requested = { ...subject, deploymentId: idSchema, apiId: idSchema, organizationId: idSchema };

const copyOf = z.object({ consumerId: idSchema, addedBy: z.int().check(z.nonnegative()) });
type CopyOf = z.output<typeof copyOf>;

export const consumerEvents = {
  ConsumerRequested: event(
    z.object({
      ...requested,
      ...settings,
      credentials,
      /** The grant that it was added under. Null when the API's own organization or an administrator added it. */
      grantId: z.nullable(idSchema),
      /** The key that it copies, where the deployment follows another one, and who added that one; 0: the portal. */
      copyOf: z.optional(copyOf),
    }),
    {
      version: 3,
      // The last release knows version 2, and would give another id to a credential that kept its own.
      writtenAs: (data) => ((data.credentials as Credentials).apiKey?.former ? 3 : 2),
      // Version 1 had none of these.
      upcast: (data, version) =>
        version === 1 ? { ...data, rateLimit: null, requestTransformer: null, grantId: null } : data,
    },
  ),
  ConsumerChangeRequested: event(z.object({ ...requested, from: consumerSettings, to: consumerSettings })),
  /** New credentials beside the old ones, which work until `until`. */
  CredentialRotationRequested: event(
    z.object({ ...requested, credentials, generation: z.int().check(z.positive()), until: z.iso.datetime() }),
  ),
  /** `due`: their time is over. `early`: somebody ended them before. */
  PreviousCredentialsEnded: event(
    z.object({ ...requested, generation: z.int().check(z.positive()), reason: z.enum(['due', 'early']) }),
  ),
  /** The newest requested settings are on the gateway. */
  ConsumerApplied: event(z.object(subject)),
  /** Final: the gateway has what it had before the request, or nothing. */
  ConsumerFailed: event(z.object(subject)),
  /** `endsAt`: the end that has come. Absent: somebody ended it, or what it depends on. */
  ConsumerRemovalRequested: event(z.object({ ...requested, endsAt: z.optional(z.iso.datetime()) })),
  /** `operationId`: the removal of the key or of its deployment. */
  ConsumerRemoved: event(z.object(subject)),
  /** Recorded before the secrets are shown (requirement F3). */
  CredentialRevealed: event(z.object({ consumerId: idSchema, secrets: z.array(z.uuid()) })),
};

export type ConsumerEvent = EventsOf<typeof consumerEvents>;

type Subject = Readonly<{
  consumerId: number;
  operationId: string;
  deploymentId: number;
  apiId: number;
  organizationId: number;
}>;

export type ConsumerCommand =
  | Command<
      'RequestConsumer',
      Subject & ConsumerSettings & { credentials: Credentials; grantId: number | null; copyOf?: CopyOf | undefined }
    >
  /** What is left out stays as it is. */
  | Command<'RequestChange', Partial<ConsumerSettings> & { operationId: string }>
  | Command<'RequestRotation', { operationId: string; credentials: Credentials; until: string }>
  /** `dueBy`: the current time when a timer ends them; null when a person does. */
  | Command<'EndPrevious', { operationId: string; dueBy: string | null }>
  /** Does nothing for a key that ends later than `dueBy`: its end was changed meanwhile. */
  | Command<'EndDue', { operationId: string; dueBy: string }>
  | Command<'ConfirmConsumer' | 'FailConsumer' | 'RequestRemoval' | 'ConfirmRemoval', { operationId: string }>
  /** The deployment was removed, and with it the key. */
  | Command<'ConfirmUndeployment', { operationId: string }>
  | Command<'RevealCredentials', Record<never, never>>;

/**
 * `wanted` is the newest requested configuration, `applied` is what the gateway has (null: nothing). A `failed` key
 * keeps `wanted`, so that support can replay the operation.
 *
 * @property sealed ids of all secrets that were ever made for the key.
 * @property ended  whether its own removal was requested. Otherwise it can only be gone with its deployment.
 */
export type KnownConsumer = Subject &
  Readonly<{
    status: 'adding' | 'active' | 'changing' | 'failed' | 'removing' | 'removed';
    wanted: ConsumerConfig;
    applied: ConsumerConfig | null;
    grantId: number | null;
    sealed: readonly string[];
    ended?: true;
  }>;
export type Consumer = Readonly<{ status: 'none' }> | KnownConsumer;
