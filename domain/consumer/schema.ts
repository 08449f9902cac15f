import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { givenName } from '../core/given-name.ts';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { lastDay } from '../core/last-day.ts';
import { basedOnField, rowBasedOn } from '../core/older-form.ts';
import {
  emptyRequestTransformer,
  requestTransformer,
  requestTransformerFields,
  requestTransformerLists,
  transformsRequests,
} from '../deployment/request-transformer.ts';
import { authenticationSchema } from '../deployment/row.ts';
import { callFields, checkLimit } from './limit-form.ts';
import { consumerRateLimit } from './rate-limit.ts';

/** Characters of a nickname. */
const nicknameLimit = 50;

/**
 * A key's name and settings in the flat form of `POST /api/kong/add-consumer`. Without `enabledRateLimit`,
 * `enableRequestTransformer` or `endsOn` that part stays as it is; `false` or null removes it.
 */
const settingFields = {
  nickname: z._default(givenName(nicknameLimit, 'consumer.nickname-too-long'), ''),
  enabledRateLimit: z.optional(z.boolean()),
  ...callFields,
  enableRequestTransformer: z.optional(z.boolean()),
  ...requestTransformerFields,
  /** The last day, `YYYY-MM-DD`: the key ends by itself when it is over in UTC. Null: no end. Absent: as before. */
  endsOn: z.optional(lastDay),
};
const settingBody = z.strictObject(settingFields);
export type SettingBody = z.output<typeof settingBody>;

export const listsOf = (body: SettingBody) => ({
  ...emptyRequestTransformer,
  ...Object.fromEntries(requestTransformerLists.map((name) => [name, body[name]])),
});

/** Rules between fields: exactly one window, and a transformer that is not empty. */
const checkSettings = (body: SettingBody, context: z.core.$RefinementCtx): void => {
  const refuse = (field: keyof SettingBody, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, input: body[field] });
  checkLimit(body, context);
  if (body.enableRequestTransformer && !transformsRequests(listsOf(body)))
    refuse('addHeaders', 'consumer.transformer-empty');
};

/** `POST /api/kong/add-consumer`. The form sends `userId`; it authorizes nothing. */
export const addConsumerBody = z
  .strictObject({
    deploymentId: idSchema,
    organizationId: idSchemaFor('consumer.organization-required'),
    apiModelId: idSchemaFor('consumer.api-required'),
    userId: z.optional(idSchema),
    ...settingFields,
  })
  .check(z.superRefine(checkSettings));
export type AddConsumerBody = z.output<typeof addConsumerBody>;

/** `PUT /api/consumer/{id}`. A key's deployment and organization can't change. */
export const changeConsumerBody = z
  .strictObject({ ...settingFields, basedOn: basedOnField })
  .check(z.superRefine(checkSettings));
export type ChangeConsumerBody = z.output<typeof changeConsumerBody>;
/** The settings as form values. */
export type SettingInput = z.input<typeof changeConsumerBody>;

/** Minutes that an old key may work beside its successor: an hour to 30 days. */
const overlapMinutes = { minimum: 60, maximum: 30 * 24 * 60 } as const;

/** `POST /api/consumer/{id}/rotation`. A duration, not a date, because a browser's clock may be wrong. */
export const rotateBody = z.strictObject({
  overlapMinutes: z
    .int({ error: 'consumer.overlap-invalid' })
    .check(
      z.minimum(overlapMinutes.minimum, 'consumer.overlap-invalid'),
      z.maximum(overlapMinutes.maximum, 'consumer.overlap-invalid'),
    ),
});

/** `GET /api/consumers`. */
export const consumersQuery = z.object({ apiId: idParameter, orgId: z.optional(idParameter) });

/** `failed`: the key never worked. `change-failed`: it works with its settings before the last change. */
export const consumerStates = ['adding', 'active', 'changing', 'change-failed', 'failed', 'removing'] as const;

const masked = {
  apiKeyLast4: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  clientSecretLast4: z.nullable(z.string()),
  /** The time of the last gateway call with the key. */
  lastUsed: z.nullable(z.string()),
};

/** Whose limit is in force for a key: its own, its organization's or the deployment's. */
const limitOwners = ['key', 'organization', 'deployment'] as const;

/** One key of one organization. Secrets are masked: only `last4` is shown until they are revealed. */
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
  ...masked,
  rateLimit: z.nullable(consumerRateLimit),
  /** The limit in force. `together`: for all keys of the organization on the deployment. */
  limit: z.nullable(z.extend(consumerRateLimit, { of: z.enum(limitOwners), together: z.boolean() })),
  /** The limit that the provider set for the organization's keys on the deployment. */
  organizationLimit: z.object({
    rateLimit: z.nullable(consumerRateLimit),
    basedOn: z.int().check(z.nonnegative()),
  }),
  requestTransformer: z.nullable(requestTransformer),
  /** When the key ends by itself. Null: it has no end of its own. Older processes do not send it. */
  endsAt: z.optional(z.nullable(z.string())),
  /** When its organization's access to the API ends, and the key with it. Null: never, or it needs no access. */
  accessEndsAt: z._default(z.nullable(z.string()), null),
  /** The credentials before these. They work until `until`. */
  previous: z.nullable(z.object({ ...masked, until: z.string() })),
  /** Whether it is the copy of a key at another gateway, whose deployment moves here. */
  follows: z._default(z.boolean(), false),
  /** Whether its gateway takes no changes (`readOnlyCode`). */
  isReadOnly: z._default(z.boolean(), false),
  createdAt: z.string(),
  basedOn: rowBasedOn,
  may: z.object({
    reveal: z.boolean(),
    remove: z.boolean(),
    change: z.boolean(),
    rotate: z.boolean(),
    endPrevious: z.boolean(),
    limit: z.boolean(),
    transform: z.boolean(),
  }),
});
export type ConsumerRow = z.output<typeof consumerRow>;

/** The keys of an API, grouped by organization. */
export const consumerGroup = z.object({
  orgId: idSchema,
  orgName: z.string(),
  isExternal: z.boolean(),
  /** The most keys that it may have on one deployment. */
  keyLimit: z.int(),
  deployments: z.array(consumerRow),
});
export type ConsumerGroup = z.output<typeof consumerGroup>;

/** `POST /api/record-consumer`: records the view, then returns the secrets. */
export const recordConsumerBody = z.strictObject({ consumerId: idSchema });
export const revealedCredentials = z.object({
  consumerId: idSchema,
  apiKey: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  clientSecret: z.nullable(z.string()),
  tokenUrl: z.nullable(z.string()),
  /** Seconds that a token is valid; null without OAuth2. */
  tokenExpiration: z.nullable(z.int()),
});
export type RevealedCredentials = z.output<typeof revealedCredentials>;
