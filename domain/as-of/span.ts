import type { Role } from '../core/role.ts';

/*
 * Spans of time in which somebody could do something (docs/decisions/0127-as-of-a-date.md). A span has its first moment and not
 * its last one.
 */

/**
 * `entitled`: the portal had allowed it. `in-force`: the gateway, or Kafka, let it happen. `drift`: what was there was not what the
 * portal had put there.
 */
export const spanKinds = ['entitled', 'in-force', 'drift'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** What a span is about: a key, a subscription, access without a key, an account, an owner of an application, or what drifted. */
export const spanNouns = [
  'consumer',
  'event-subscription',
  'access',
  'user',
  'owner',
  'deployment',
  'event-topic',
] as const;
export type SpanNoun = (typeof spanNouns)[number];

/** Why a span ended. */
export const endCauses = [
  'removed',
  'failed',
  'rotated',
  'expired',
  'revoked',
  'organization-off',
  'became-external',
  'undeployed',
  'api-deleted',
  'topic-deleted',
  'application-deleted',
  'disabled',
  'changed',
  'put-back',
] as const;
export type EndCause = (typeof endCauses)[number];

/**
 * What else a span says.
 *
 * @property roles    of a person.
 * @property external whether the person's organization was external: their roles allow less then.
 * @property lost     labels of what was missing, changed or added by hand.
 * @property foundAt  when drift was found. The span begins when all was last seen whole: it happened between the two.
 * @property topic    the topic's name at Kafka.
 */
export type SpanDetail = Readonly<{
  roles?: readonly Role[];
  external?: boolean;
  lost?: readonly string[];
  foundAt?: string;
  topic?: string;
}>;
