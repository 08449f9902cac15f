import * as z from 'zod';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/** A secret as events know it: where it is kept, a keyed fingerprint and its last four characters (reliability E1). */
export const secretReference = z.object({ secretId: z.uuid(), fingerprint: z.string(), last4: z.string().max(4) });
export type SecretReference = z.output<typeof secretReference>;

/** What a consumer calls with; which of the two it has depends on the deployment's authentication. */
const credentials = z.object({
  apiKey: secretReference.nullable(),
  oauth2: z.object({ clientId: z.string(), clientSecret: secretReference }).nullable(),
});
export type Credentials = z.output<typeof credentials>;

const operationId = z.uuid();
const subject = { consumerId: idSchema, operationId };

export const consumerEvents = {
  ConsumerRequested: event(
    z.object({
      ...subject,
      deploymentId: idSchema,
      apiId: idSchema,
      organizationId: idSchema,
      nickname: z.string().max(50),
      credentials,
    }),
    { requests: 'add-consumer' },
  ),
  ConsumerApplied: event(z.object(subject)),
  ConsumerFailed: event(z.object(subject)),
  ConsumerRemovalRequested: event(
    z.object({ ...subject, deploymentId: idSchema, apiId: idSchema, organizationId: idSchema }),
    {
      requests: 'remove-consumer',
    },
  ),
  ConsumerRemoved: event(z.object(subject)),
  /** Recorded before the secrets are shown (decisions.md, "Behaviour"). */
  CredentialRevealed: event(z.object({ consumerId: idSchema, secrets: z.array(z.uuid()) })),
};

export type ConsumerEvent = EventsOf<typeof consumerEvents>;

export type ConsumerCommand =
  | Command<
      'RequestConsumer',
      {
        consumerId: number;
        operationId: string;
        deploymentId: number;
        apiId: number;
        organizationId: number;
        nickname: string;
        credentials: Credentials;
      }
    >
  | Command<'ConfirmConsumer' | 'FailConsumer' | 'RequestRemoval' | 'ConfirmRemoval', { operationId: string }>
  | Command<'RevealCredentials', Record<never, never>>;

export type Consumer =
  | Readonly<{ status: 'none' }>
  | Readonly<{
      status: 'adding' | 'active' | 'failed' | 'removing' | 'removed';
      consumerId: number;
      operationId: string;
      deploymentId: number;
      apiId: number;
      organizationId: number;
      nickname: string;
      credentials: Credentials;
    }>;
