import * as z from 'zod/mini';
import { type ConsumerRateLimit, type RateLimitWindow, rateLimitPolicies, rateLimitWindows } from './rate-limit.ts';

/*
 * A limit of calls in the flat form of the wire (`enabledRateLimit`, `rateLimitPerMinute`), both ways. Separate from the
 * key's other settings, which the limit's dialog does not need to load.
 */

const calls = z._default(
  z.nullable(
    z
      .int({ error: 'consumer.rate-invalid' })
      .check(z.minimum(1, 'consumer.rate-invalid'), z.maximum(1_000_000_000, 'field.too-big')),
  ),
  null,
);

/** The fields of a limit, without the switch. */
export const callFields = {
  rateLimitPerMinute: calls,
  rateLimitPerHour: calls,
  rateLimitPerDay: calls,
  policy: z._default(z.enum(rateLimitPolicies, { error: 'consumer.policy-invalid' }), 'local'),
};
const limitPart = z.object({ enabledRateLimit: z.optional(z.boolean()), ...callFields });
export type LimitPart = z.output<typeof limitPart>;
/** A limit as form values. */
export type LimitInput = z.input<typeof limitPart>;

/** The body's field for each window. */
export const rateLimitFields = {
  minute: 'rateLimitPerMinute',
  hour: 'rateLimitPerHour',
  day: 'rateLimitPerDay',
} as const satisfies Record<RateLimitWindow, keyof LimitPart>;

const windowsIn = (body: LimitPart): RateLimitWindow[] =>
  rateLimitWindows.filter((window) => body[rateLimitFields[window]] !== null);

/** A rule between fields: a limit has exactly one window. */
export const checkLimit = (body: LimitPart, context: z.core.$RefinementCtx): void => {
  const refuse = (field: keyof LimitPart, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, input: body[field] });
  if (!body.enabledRateLimit) return;
  const [first, second] = windowsIn(body);
  if (!first) refuse('rateLimitPerMinute', 'consumer.rate-required');
  if (second) refuse(rateLimitFields[second], 'consumer.rate-one-type');
};

/**
 * `PUT /api/consumer/{id}/limit` and `PUT /api/swaggers/deployment/{id}/limit/{organizationId}`: the limit that the provider
 * sets. An organization's first limit is based on 0.
 */
export const limitBody = z
  .strictObject({
    enabledRateLimit: z.boolean(),
    ...callFields,
    basedOn: z.optional(z.int().check(z.nonnegative(), z.maximum(2_147_483_647))),
  })
  .check(z.superRefine(checkLimit));
export type LimitBody = z.output<typeof limitBody>;

/** Returns the limit that a body sends; null for none. */
export const limitFrom = (body: LimitPart): ConsumerRateLimit | null => {
  const [window] = windowsIn(body);
  const calls = window ? body[rateLimitFields[window]] : null;
  return body.enabledRateLimit && window && calls !== null ? { window, calls, policy: body.policy } : null;
};

/** Returns a limit as a body sends it. */
export const limitBodyOf = (rateLimit: ConsumerRateLimit | null) =>
  ({
    enabledRateLimit: rateLimit !== null,
    rateLimitPerMinute: null,
    rateLimitPerHour: null,
    rateLimitPerDay: null,
    ...(rateLimit ? { [rateLimitFields[rateLimit.window]]: rateLimit.calls } : {}),
    policy: rateLimit?.policy ?? ('local' as const),
  }) satisfies LimitBody;
