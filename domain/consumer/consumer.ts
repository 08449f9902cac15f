import * as z from 'zod';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { requestTransformer } from '../deployment/request-transformer.ts';
import { consumerRateLimit } from './rate-limit.ts';

/** A secret as events know it: where it is kept, a keyed fingerprint and its last four characters (requirement E1). */
export const secretReference = z.object({ secretId: z.uuid(), fingerprint: z.string(), last4: z.string().max(4) });
export type SecretReference = z.output<typeof secretReference>;

/** What a consumer calls with; which of the two it has depends on the deployment's authentication. */
const credentials = z.object({
  apiKey: secretReference.nullable(),
  oauth2: z.object({ clientId: z.string(), clientSecret: secretReference }).nullable(),
});
export type Credentials = z.output<typeof credentials>;

/** What people choose for a key; both limits and changes of calls take the place of the deployment's. */
const settings = {
  nickname: z.string().max(50),
  rateLimit: consumerRateLimit.nullable(),
  requestTransformer: requestTransformer.nullable(),
};
const consumerSettings = z.object(settings);
export type ConsumerSettings = z.output<typeof consumerSettings>;

/**
 * What the gateway shall hold for a key. `generation` counts its credentials, from 1; `previous` are the ones
 * before, which go on working until then (ISO 8601).
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

export const consumerEvents = {
  ConsumerRequested: event(
    z.object({
      ...requested,
      ...settings,
      credentials,
      /** The access that it was added under; null when whoever handles the API or the portal added it. */
      grantId: idSchema.nullable(),
    }),
    {
      requests: 'add-consumer',
      version: 2,
      // Keys of the first version had none of these.
      upcast: (data) => ({ ...data, rateLimit: null, requestTransformer: null, grantId: null }),
    },
  ),
  ConsumerChangeRequested: event(z.object({ ...requested, from: consumerSettings, to: consumerSettings }), {
    requests: 'update-consumer',
  }),
  /** New credentials beside the old ones, which end `until`. */
  CredentialRotationRequested: event(
    z.object({ ...requested, credentials, generation: z.int().positive(), until: z.iso.datetime() }),
    { requests: 'rotate-credentials' },
  ),
  /** `due`: their time has come. `early`: somebody ended them before it. */
  PreviousCredentialsEnded: event(
    z.object({ ...requested, generation: z.int().positive(), reason: z.enum(['due', 'early']) }),
    { requests: 'end-credentials' },
  ),
  /** What the newest request asks for is on the gateway. */
  ConsumerApplied: event(z.object(subject)),
  /** For good: what was there before the request is there again, or nothing is. */
  ConsumerFailed: event(z.object(subject)),
  ConsumerRemovalRequested: event(z.object(requested), { requests: 'remove-consumer' }),
  /** By the operation that removed it: its own, or its deployment's. */
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
  | Command<'RequestConsumer', Subject & ConsumerSettings & { credentials: Credentials; grantId: number | null }>
  | Command<'RequestChange', ConsumerSettings & { operationId: string }>
  | Command<'RequestRotation', { operationId: string; credentials: Credentials; until: string }>
  /** `dueBy`: now, when time ends them; null when a person does. */
  | Command<'EndPrevious', { operationId: string; dueBy: string | null }>
  | Command<'ConfirmConsumer' | 'FailConsumer' | 'RequestRemoval' | 'ConfirmRemoval', { operationId: string }>
  /** The deployment is gone, and the key with it. */
  | Command<'ConfirmUndeployment', { operationId: string }>
  | Command<'RevealCredentials', Record<never, never>>;

/**
 * `wanted` is what the newest request asks for, `applied` what the gateway has; null is nothing. `failed` keeps
 * `wanted`, so that support can replay the request.
 *
 * @property sealed ids of every secret that was ever made for it.
 */
export type KnownConsumer = Subject &
  Readonly<{
    status: 'adding' | 'active' | 'changing' | 'failed' | 'removing' | 'removed';
    wanted: ConsumerConfig;
    applied: ConsumerConfig | null;
    grantId: number | null;
    sealed: readonly string[];
  }>;
export type Consumer = Readonly<{ status: 'none' }> | KnownConsumer;
