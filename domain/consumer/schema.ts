import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { authenticationSchema } from '../deployment/schema.ts';

/** Specification 1, section 5: at most 50 characters. */
export const nicknameLimit = 50;

/** `POST /api/kong/add-consumer`. */
export const addConsumerBody = z.strictObject({
  deploymentId: idSchema,
  organizationId: idSchemaFor('consumer.organization-required'),
  apiModelId: idSchemaFor('consumer.api-required'),
  nickname: z.string().trim().max(nicknameLimit, 'consumer.nickname-too-long').default(''),
});
export type AddConsumerBody = z.output<typeof addConsumerBody>;

/** `GET /api/consumers`. */
export const consumersQuery = z.object({ apiId: idParameter, orgId: idParameter.optional() });

export const consumerStates = ['adding', 'active', 'failed', 'removing'] as const;

/** One key of one organization. Secrets are masked: `last4` is all that is shown before a reveal. */
export const consumerRow = z.object({
  id: idSchema,
  consumerId: idSchema,
  deploymentId: idSchema,
  kongConsumerId: z.string(),
  env: environmentSchema,
  auth: authenticationSchema,
  nickname: z.string(),
  appname: z.string(),
  state: z.enum(consumerStates),
  operationId: z.string(),
  apiKeyLast4: z.string().nullable(),
  clientId: z.string().nullable(),
  clientSecretLast4: z.string().nullable(),
  createdAt: z.string(),
  may: z.object({ reveal: z.boolean(), remove: z.boolean() }),
});
export type ConsumerRow = z.output<typeof consumerRow>;

/** The keys of an API, grouped by organization. */
export const consumerGroup = z.object({
  orgId: idSchema,
  orgName: z.string(),
  isExternal: z.boolean(),
  deployments: z.array(consumerRow),
});
export type ConsumerGroup = z.output<typeof consumerGroup>;

/** `POST /api/record-consumer`: records the view, then answers the secrets. */
export const recordConsumerBody = z.strictObject({ consumerId: idSchema });
export const revealedCredentials = z.object({
  consumerId: idSchema,
  apiKey: z.string().nullable(),
  clientId: z.string().nullable(),
  clientSecret: z.string().nullable(),
  tokenUrl: z.string().nullable(),
});
export type RevealedCredentials = z.output<typeof revealedCredentials>;
