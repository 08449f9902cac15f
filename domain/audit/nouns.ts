/** The nouns that entries are of: what the streams of events are named after. */
export const auditNouns = [
  'access',
  'api',
  'application',
  'approval',
  'approval-rule',
  'audit-export',
  'audit-filter',
  'business-area',
  'review-round',
  'certificate-end',
  'clock',
  'code-generation',
  'consumer',
  'deployment',
  'desk-case',
  'difference',
  'drift',
  'event-category',
  'event-subscription',
  'event-topic',
  'gateway-object',
  'installation',
  'issue',
  'kafka-difference',
  'kafka-rights',
  'key-end',
  'key-limit',
  'log-verification',
  'mail',
  'operation',
  'organization',
  'registration',
  'resource',
  'setup',
  'sign-in',
  'take-over',
  'topic-message',
  'trace',
  'user',
] as const;
export type AuditNoun = (typeof auditNouns)[number];

/** The longest first: `api` does not begin what `api-key` names. */
const longestFirst = auditNouns.toSorted((one, other) => other.length - one.length);

/** Matches the hyphen before an id. */
const beforeId = /-(?=\d|[0-9a-f]{8}-)/;

/**
 * Returns the noun of a stream. Its id is what follows the hyphen after it: `access-7-6` is noun `access`, id `7-6`, and
 * `kafka-difference-event-topic-7-settings` is noun `kafka-difference`. A noun that has no entries ends before its id.
 */
export const nounOf = (stream: string): string =>
  longestFirst.find((noun) => stream.startsWith(`${noun}-`)) ?? stream.split(beforeId, 1)[0] ?? stream;
