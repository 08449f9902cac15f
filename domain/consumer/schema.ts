import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { givenName } from '../core/given-name.ts';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import {
  emptyRequestTransformer,
  requestTransformer,
  requestTransformerFields,
  requestTransformerLists,
  transformsRequests,
} from '../deployment/request-transformer.ts';
import { authenticationSchema } from '../deployment/row.ts';
import { consumerRateLimit, type RateLimitWindow, rateLimitPolicies } from './rate-limit.ts';

/** The most characters of a nickname. */
const nicknameLimit = 50;

const calls = z
  .int({ error: 'consumer.rate-invalid' })
  .min(1, 'consumer.rate-invalid')
  .max(1_000_000_000, 'field.too-big')
  .nullable()
  .default(null);

/**
 * What a key is called and how it is held, in the flat form of `POST /api/kong/add-consumer`.
 * Without `enabledRateLimit` or `enableRequestTransformer` that part stays as it is; `false` takes it away.
 */
const settingFields = {
  nickname: givenName(nicknameLimit, 'consumer.nickname-too-long').default(''),
  enabledRateLimit: z.boolean().optional(),
  rateLimitPerMinute: calls,
  rateLimitPerHour: calls,
  rateLimitPerDay: calls,
  policy: z.enum(rateLimitPolicies, { error: 'consumer.policy-invalid' }).default('local'),
  enableRequestTransformer: z.boolean().optional(),
  ...requestTransformerFields,
};
const settingBody = z.strictObject(settingFields);
export type SettingBody = z.output<typeof settingBody>;

/** The field of each window of a limit. */
export const rateLimitFields = {
  minute: 'rateLimitPerMinute',
  hour: 'rateLimitPerHour',
  day: 'rateLimitPerDay',
} as const satisfies Record<RateLimitWindow, keyof SettingBody>;

export const windowsIn = (body: SettingBody): RateLimitWindow[] =>
  (['minute', 'hour', 'day'] as const).filter((window) => body[rateLimitFields[window]] !== null);

export const listsOf = (body: SettingBody) => ({
  ...emptyRequestTransformer,
  ...Object.fromEntries(requestTransformerLists.map((name) => [name, body[name]])),
});

/** What holds between fields: one window of a limit, and a transformer that does something. */
const checkSettings = (body: SettingBody, context: z.core.$RefinementCtx): void => {
  const refuse = (field: keyof SettingBody, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, input: body[field] });
  if (body.enabledRateLimit) {
    const [first, second] = windowsIn(body);
    if (!first) refuse('rateLimitPerMinute', 'consumer.rate-required');
    if (second) refuse(rateLimitFields[second], 'consumer.rate-one-type');
  }
  if (body.enableRequestTransformer && !transformsRequests(listsOf(body)))
    refuse('addHeaders', 'consumer.transformer-empty');
};

/** `POST /api/kong/add-consumer`. `userId` is who asks, as the form sends it; it authorizes nothing. */
export const addConsumerBody = z
  .strictObject({
    deploymentId: idSchema,
    organizationId: idSchemaFor('consumer.organization-required'),
    apiModelId: idSchemaFor('consumer.api-required'),
    userId: idSchema.optional(),
    ...settingFields,
  })
  .superRefine(checkSettings);
export type AddConsumerBody = z.output<typeof addConsumerBody>;

/** `PUT /api/consumer/{id}`: deployment and organization of a key stay. */
export const changeConsumerBody = settingBody.superRefine(checkSettings);
export type ChangeConsumerBody = z.output<typeof changeConsumerBody>;
/** The settings as a form holds them. */
export type SettingInput = z.input<typeof changeConsumerBody>;

/** How long an old key may go on working beside its successor, in minutes: an hour to 30 days. */
const overlapMinutes = { minimum: 60, maximum: 30 * 24 * 60 } as const;

/** `POST /api/consumer/{id}/rotation`. A span, not a date: no clock of a browser has a say. */
export const rotateBody = z.strictObject({
  overlapMinutes: z
    .int({ error: 'consumer.overlap-invalid' })
    .min(overlapMinutes.minimum, 'consumer.overlap-invalid')
    .max(overlapMinutes.maximum, 'consumer.overlap-invalid'),
});
export type RotateBody = z.output<typeof rotateBody>;

/** `GET /api/consumers`. */
export const consumersQuery = z.object({ apiId: idParameter, orgId: idParameter.optional() });

/** `failed`: it never worked. `change-failed`: it works as it did before the last request. */
export const consumerStates = ['adding', 'active', 'changing', 'change-failed', 'failed', 'removing'] as const;

const masked = {
  apiKeyLast4: z.string().nullable(),
  clientId: z.string().nullable(),
  clientSecretLast4: z.string().nullable(),
  /** When the gateway saw it last. */
  lastUsed: z.string().nullable(),
};

/** One key of one organization. Secrets are masked: `last4` is all that is shown before a reveal. */
const consumerRow = z.object({
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
  rateLimit: consumerRateLimit.nullable(),
  requestTransformer: requestTransformer.nullable(),
  /** The key before this one, which works until then. */
  previous: z.object({ ...masked, until: z.string() }).nullable(),
  createdAt: z.string(),
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
  /** Seconds that a token works; null where there are none. */
  tokenExpiration: z.int().nullable(),
});
export type RevealedCredentials = z.output<typeof revealedCredentials>;
