import { emptyRequestTransformer } from '../deployment/request-transformer.ts';
import type { ConsumerSettings } from './consumer.ts';
import { listsOf, rateLimitFields, type SettingBody, type SettingInput, windowsIn } from './schema.ts';

/*
 * A key's settings in the flat form of the wire (`enabledRateLimit`, `rateLimitPerMinute`) and in the domain, both ways.
 */

/** Returns a key's settings after this body. Missing fields keep the value in `before`. */
export const settingsFrom = (body: SettingBody, before?: ConsumerSettings): ConsumerSettings => {
  const [window] = windowsIn(body);
  const calls = window ? body[rateLimitFields[window]] : null;
  const { enabledRateLimit = 'kept', enableRequestTransformer = 'kept', policy, nickname } = body;
  return {
    nickname,
    rateLimit:
      enabledRateLimit === 'kept'
        ? (before?.rateLimit ?? null)
        : enabledRateLimit && window && calls !== null
          ? { window, calls, policy }
          : null,
    requestTransformer:
      enableRequestTransformer === 'kept'
        ? (before?.requestTransformer ?? null)
        : enableRequestTransformer
          ? listsOf(body)
          : null,
  };
};

/** Which parts of a key's settings a body sends. The other parts stay as they are. */
export type SentParts = Readonly<{ limit: boolean; transform: boolean }>;

/** Returns a key's settings as a body sends them. Default: those of a new key. */
export const bodyOf = (
  { limit, transform }: SentParts,
  { nickname, rateLimit, requestTransformer }: ConsumerSettings = {
    nickname: '',
    rateLimit: null,
    requestTransformer: null,
  },
) =>
  ({
    nickname,
    ...(limit ? { enabledRateLimit: rateLimit !== null } : {}),
    rateLimitPerMinute: null,
    rateLimitPerHour: null,
    rateLimitPerDay: null,
    ...(limit && rateLimit ? { [rateLimitFields[rateLimit.window]]: rateLimit.calls } : {}),
    policy: (limit && rateLimit?.policy) || ('local' as const),
    ...(transform ? { enableRequestTransformer: requestTransformer !== null } : {}),
    ...emptyRequestTransformer,
    ...(transform && requestTransformer),
  }) satisfies SettingInput;
