import type { Consumer, ConsumerConfig, ConsumerSettings, Credentials, KnownConsumer } from './consumer.ts';
import { currentConfig } from './current-config.ts';

/*
 * A key at a deployment that takes another one's place is a copy of a key there, and is kept level with it
 * (docs/decisions/0123-moving-a-deployment.md).
 */

/** What has to be asked for the copy next. `credentials` are those of the original. */
export type KeyStep = Readonly<
  | { type: 'add'; settings: ConsumerSettings; credentials: Credentials }
  | { type: 'rotate'; credentials: Credentials; until: string | null }
  | { type: 'change'; settings: ConsumerSettings }
  | { type: 'end-previous' }
  | { type: 'remove' }
>;

const settingsOf = (
  { nickname, rateLimit, requestTransformer }: ConsumerConfig,
  endsAt: string | null,
): ConsumerSettings => ({ nickname, rateLimit, requestTransformer, endsAt });

/** Returns when a key ends. It holds as soon as it is asked for, whatever becomes of the change at the gateway. */
const endOf = (key: KnownConsumer): string | null => currentConfig(key).endsAt ?? null;

/** Returns what callers send, as text. Two references to one value differ in their ids only. */
const sent = ({ apiKey, oauth2 }: Credentials): string =>
  JSON.stringify([apiKey?.fingerprint, oauth2?.clientId, oauth2?.clientSecret.fingerprint]);

/**
 * Returns the next step that brings a copy to what callers of its original can use; undefined: there is none now. What is asked of the
 * original and not yet at its gateway is not followed. The end of a key, also one to come, or of old credentials is followed at once.
 */
export const nextKeyStep = (original: Consumer, copy: Consumer): KeyStep | undefined => {
  if (original.status === 'none') return undefined;
  const isThere = copy.status !== 'none' && copy.status !== 'removing' && copy.status !== 'removed';
  if (original.ended) return isThere ? { type: 'remove' } : undefined;
  const { applied } = original;
  if (!applied || original.status === 'removed') return undefined;
  if (copy.status === 'none') {
    // The current credentials follow as those of a rotation, so that both work there, too.
    const { credentials } = applied.previous ?? applied;
    return { type: 'add', settings: settingsOf(applied, endOf(original)), credentials };
  }
  if (!copy.applied || (copy.status !== 'active' && copy.status !== 'failed')) return undefined;
  const [now, before] = [sent(applied.credentials), applied.previous && sent(applied.previous.credentials)];
  const [current, former] = [sent(copy.applied.credentials), copy.applied.previous];
  // Credentials that ended at the original end here, too.
  if (former && !(current === now && sent(former.credentials) === before)) return { type: 'end-previous' };
  const settings = settingsOf(copy.applied, endOf(copy));
  const changedTo = (wanted: ConsumerSettings): KeyStep | undefined =>
    JSON.stringify(wanted) === JSON.stringify(settings) ? undefined : { type: 'change', settings: wanted };
  if (original.status === 'changing') return changedTo({ ...settings, endsAt: endOf(original) });
  if (current !== now) {
    const { credentials, until } =
      applied.previous && current !== before
        ? { ...applied.previous, until: null }
        : { ...applied, until: applied.previous?.until ?? null };
    return { type: 'rotate', credentials, until };
  }
  return changedTo(settingsOf(applied, endOf(original)));
};
