import { isDeepStrictEqual } from 'node:util';
import type { ConsumerSettings } from '#domain/consumer/consumer.ts';
import type { SettingBody } from '#domain/consumer/schema.ts';
import { settingsFrom } from '#domain/consumer/wire.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may, type Resource } from '#domain/core/authorization.ts';
import { invalidField } from '../input/invalid.ts';

/**
 * The settings that a form asks for, if this actor may choose them: limits are the API's maintainers' own, what is
 * changed in calls is theirs and the administrators', for the API trusts it.
 *
 * @param before the key's settings so far; none of a new key.
 * @throws RefusedError at the field that is not the actor's, or that the gateway can't do.
 */
export const allowedSettings = (
  actor: Actor,
  resource: Resource,
  body: SettingBody,
  before?: ConsumerSettings,
): ConsumerSettings => {
  const settings = settingsFrom(body, before);
  const changes = (part: 'rateLimit' | 'requestTransformer') =>
    !isDeepStrictEqual(settings[part], before?.[part] ?? null);
  if (changes('rateLimit') && !may(actor, 'consumer.limit', resource))
    throw invalidField('enabledRateLimit', 'consumer.limit-not-yours');
  if (changes('requestTransformer') && !may(actor, 'consumer.transform', resource))
    throw invalidField('enableRequestTransformer', 'consumer.transform-not-yours');
  // No gateway of the portal has a Redis of its own yet.
  if (changes('rateLimit') && settings.rateLimit?.policy === 'redis')
    throw invalidField('policy', 'consumer.redis-missing');
  return settings;
};
