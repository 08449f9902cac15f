import { isDeepStrictEqual } from 'node:util';
import type { Access } from '#domain/access/access.ts';
import type { ConsumerSettings } from '#domain/consumer/consumer.ts';
import { type LimitBody, limitFrom } from '#domain/consumer/limit-form.ts';
import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import type { SettingBody } from '#domain/consumer/schema.ts';
import { settingsFrom } from '#domain/consumer/settings-form.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may, type Resource } from '#domain/core/authorization.ts';
import { lastDayOf } from '#domain/core/last-day.ts';
import { endToCome } from '../input/end-to-come.ts';
import { fieldNotYours, invalidField } from '../input/invalid.ts';

/** Where the deployment of a key counts calls. */
type Counting = Readonly<{ countsInRedis: boolean }>;

/** @throws RefusedError for the Redis of a deployment that names none. */
const refuseWithout = ({ countsInRedis }: Counting, limit: ConsumerRateLimit | null): void => {
  if (limit?.policy === 'redis' && !countsInRedis) throw invalidField('policy', 'consumer.redis-missing');
};

/** Returns the limit of a form. @throws RefusedError at a field that the deployment can't do. */
export const allowedLimit = (body: LimitBody, counting: Counting): ConsumerRateLimit | null => {
  const limit = limitFrom(body);
  refuseWithout(counting, limit);
  return limit;
};

/**
 * Returns the settings of a form if this actor may choose them. Only maintainers of the API and portal
 * administrators set rate limits. Only maintainers and administrators change calls, because the API trusts the changed calls.
 *
 * @param counting of the key's deployment.
 * @param before the key's current settings; undefined for a new key.
 * @throws RefusedError at a field that the actor may not set or the gateway can't do.
 */
export const allowedSettings = (
  actor: Actor,
  resource: Resource,
  body: SettingBody,
  counting: Counting,
  before?: ConsumerSettings,
): ConsumerSettings => {
  const { apiId } = resource;
  const settings = settingsFrom(body, before);
  const changes = (part: 'rateLimit' | 'requestTransformer') =>
    !isDeepStrictEqual(settings[part], before?.[part] ?? null);
  if (changes('rateLimit') && !may(actor, 'consumer.limit', resource))
    throw fieldNotYours('enabledRateLimit', 'consumer.limit-not-yours', { action: 'consumer.limit', apiId });
  if (changes('requestTransformer') && !may(actor, 'consumer.transform', resource))
    throw fieldNotYours('enableRequestTransformer', 'consumer.transform-not-yours', {
      action: 'consumer.transform',
      apiId,
    });
  if (changes('rateLimit')) refuseWithout(counting, settings.rateLimit);
  return settings;
};

/**
 * Checks an end that a form gives to a key. An end that stays may be later than that of the access: it was changed meanwhile, and the
 * key ends with whatever comes first.
 *
 * @param access of the key's organization to the API.
 * @param before the key's current settings; undefined for a new key.
 * @throws RefusedError for a day that is over, or that is after the end of the access.
 */
export const refuseEnd = ({ endsAt }: ConsumerSettings, access: Access, now: Date, before?: ConsumerSettings): void => {
  if (!endsAt || endsAt === before?.endsAt) return;
  endToCome(lastDayOf(new Date(endsAt)), now);
  if (access.status === 'granted' && access.endsAt && Date.parse(endsAt) > Date.parse(access.endsAt))
    throw invalidField('endsOn', 'consumer.end-after-access', { day: lastDayOf(new Date(access.endsAt)) });
};
