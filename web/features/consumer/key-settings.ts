import { type ConsumerRow, rateLimitFields, type SettingInput } from '#domain/consumer/schema.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';

/** Whether the user may choose a part of a key's settings; what is not theirs is not sent. */
export type MayChoose = Readonly<{ limit: boolean; transform: boolean }>;

/** What the form of a key starts with; a new one has no settings yet. */
export const settingsOf = (
  { limit, transform }: MayChoose,
  key?: Pick<ConsumerRow, 'nickname' | 'rateLimit' | 'requestTransformer'>,
) => {
  const { nickname = '', rateLimit = null, requestTransformer = null } = key ?? {};
  const none = { rateLimitPerMinute: null, rateLimitPerHour: null, rateLimitPerDay: null };
  return {
    nickname,
    ...(limit ? { enabledRateLimit: rateLimit !== null } : {}),
    ...none,
    ...(limit && rateLimit ? { [rateLimitFields[rateLimit.window]]: rateLimit.calls } : {}),
    policy: (limit && rateLimit?.policy) || ('local' as const),
    ...(transform ? { enableRequestTransformer: requestTransformer !== null } : {}),
    ...emptyRequestTransformer,
    ...(transform && requestTransformer),
  } satisfies SettingInput;
};
