import { changesOf, type HistoryChange, type HistoryValues } from '../core/changes.ts';
import type { HistoryPlace } from '../core/history.ts';
import { lastDayOf } from '../core/last-day.ts';
import { requestTransformerValues } from '../deployment/history.ts';
import type { ConsumerEvent, ConsumerSettings } from './consumer.ts';
import { rateLimitWindows } from './rate-limit.ts';

/** The place of each event in an API's history. */
export const consumerHistory = {
  ConsumerRequested: 'key',
  ConsumerChangeRequested: 'key',
  CredentialRotationRequested: 'key',
  PreviousCredentialsEnded: 'key',
  ConsumerRemovalRequested: 'key',
  ConsumerRemoved: 'key',
  CredentialRevealed: 'key',
  ConsumerApplied: 'outcome',
  ConsumerFailed: 'outcome',
} as const satisfies Record<ConsumerEvent['type'], HistoryPlace>;

const callsField = { minute: 'callsPerMinute', hour: 'callsPerHour', day: 'callsPerDay' } as const;

const valuesOfLimit = (rateLimit: ConsumerSettings['rateLimit']): HistoryValues => ({
  ...Object.fromEntries(
    rateLimitWindows.map((window) => [callsField[window], rateLimit?.window === window ? rateLimit.calls : null]),
  ),
  limitPolicy: rateLimit?.policy ?? null,
});

/** Returns what changed of a limit of keys. */
export const limitChanges = (from: ConsumerSettings['rateLimit'], to: ConsumerSettings['rateLimit']): HistoryChange[] =>
  changesOf(valuesOfLimit(from), valuesOfLimit(to));

const valuesOf = ({ nickname, rateLimit, requestTransformer, endsAt }: ConsumerSettings): HistoryValues => ({
  nickname,
  ...valuesOfLimit(rateLimit),
  ...requestTransformerValues(requestTransformer),
  lastDay: endsAt ? lastDayOf(new Date(endsAt)) : null,
});

/** Returns a key's changed settings. For a new key: all set ones except the nickname, which is in the entry's title. */
export const keyChanges = (from: ConsumerSettings | null, to: ConsumerSettings): HistoryChange[] =>
  changesOf(from ? valuesOf(from) : { nickname: to.nickname }, valuesOf(to));
