import { endOfDay, lastDayOf } from '../core/last-day.ts';
import { emptyRequestTransformer } from '../deployment/request-transformer.ts';
import type { ConsumerSettings } from './consumer.ts';
import { limitBodyOf, limitFrom } from './limit-form.ts';
import { listsOf, type SettingBody, type SettingInput } from './schema.ts';

/*
 * A key's settings as its form sends them (`enabledRateLimit`, `rateLimitPerMinute`) and in the domain, both ways.
 */

/** Returns a key's settings after this body. Missing fields keep the value in `before`. */
export const settingsFrom = (body: SettingBody, before?: ConsumerSettings): ConsumerSettings => {
  const { enabledRateLimit = 'kept', enableRequestTransformer = 'kept', endsOn = 'kept', nickname } = body;
  return {
    nickname,
    rateLimit: enabledRateLimit === 'kept' ? (before?.rateLimit ?? null) : limitFrom({ ...body, enabledRateLimit }),
    requestTransformer:
      enableRequestTransformer === 'kept'
        ? (before?.requestTransformer ?? null)
        : enableRequestTransformer
          ? listsOf(body)
          : null,
    endsAt: endsOn === 'kept' ? (before?.endsAt ?? null) : endsOn && endOfDay(endsOn),
  };
};

/** Which parts of a key's settings a body sends. The other parts stay as they are. `end`: default true. */
export type SentParts = Readonly<{ limit: boolean; transform: boolean; end?: boolean }>;

/** Returns a key's settings as a body sends them. Default: those of a new key. */
export const bodyOf = (
  { limit, transform, end = true }: SentParts,
  { nickname, rateLimit, requestTransformer, endsAt }: ConsumerSettings = {
    nickname: '',
    rateLimit: null,
    requestTransformer: null,
  },
) =>
  ({
    nickname,
    ...(end ? { endsOn: endsAt ? lastDayOf(new Date(endsAt)) : null } : {}),
    ...limitBodyOf(limit ? rateLimit : null),
    ...(limit ? {} : { enabledRateLimit: undefined }),
    ...(transform ? { enableRequestTransformer: requestTransformer !== null } : {}),
    ...emptyRequestTransformer,
    ...(transform && requestTransformer),
  }) satisfies SettingInput;
