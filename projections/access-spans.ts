import type { EndCause, SpanDetail, SpanKind, SpanNoun } from '#domain/as-of/span.ts';
import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import type { Environment } from '#domain/core/environment.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Role } from '#domain/core/role.ts';
import type { KnownSubscription } from '#domain/event-subscription/event-subscription.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { boolean, exactText, integer, jsonb, nullable, text, timestamptz } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch } from './engine/projection.ts';
import { type PrefetchEvent, type RowOf, registeredIn, table } from './engine/table.ts';

/** Who was allowed to call, and who could, from when to when. No row is ever removed. */
export const accessSpansTable = table('access_spans', {
  key: ['id'],
  columns: {
    /** Subject, part, kind, and the event that began it. */
    id: exactText(),
    /** What holds the span, as its stream is called: `consumer-7`. An owner is `owner-4-5`: of application 4, person 5. */
    subject: exactText(),
    /** The generation of the credentials; 0 of what has none. */
    part: integer(),
    kind: text<SpanKind>(),
    noun: text<SpanNoun>(),
    /** Who could call. Null: the portal, or everybody. */
    organization_id: nullable(integer()),
    api_id: nullable(integer()),
    environment: nullable(text<Environment>()),
    topic_id: nullable(integer()),
    event_category_id: nullable(integer()),
    application_id: nullable(integer()),
    user_id: nullable(integer()),
    /** Of the key or the subscription. */
    name: text(),
    /** The client id of OAuth2, or the user at Kafka. */
    client: exactText(),
    detail: jsonb<SpanDetail>(),
    /** Whoever approved it; 0: the portal. Null: nobody, of drift. */
    given_by: nullable(integer()),
    given_at: nullable(timestamptz()),
    since: timestamptz(),
    /** The moment after the last one; it may be to come. Null: no end is known. */
    until: nullable(timestamptz()),
    ended_by: nullable(integer()),
    cause: nullable(text<EndCause>()),
  },
  generated: { sort_name: 'fold_text(name)', search: 'fold_text(name || chr(10) || client)' },
  // The end comes first: most spans of an API have ended long ago, and nobody asks for them.
  indexes: [
    "(api_id, coalesce(until, 'infinity'), since) where api_id is not null",
    "(organization_id, coalesce(until, 'infinity'), since)",
    "(topic_id, coalesce(until, 'infinity'), since) where topic_id is not null",
    "(user_id, coalesce(until, 'infinity'), since) where user_id is not null",
    '(given_by)',
    '(ended_by)',
    // Exports of whole answers go on from row to row. What one person has is few.
    '(api_id, subject, part) where api_id is not null',
    '(organization_id, subject, part)',
    '(topic_id, subject, part) where topic_id is not null',
  ],
});

export type Span = RowOf<typeof accessSpansTable>;

/** Credentials at the gateway or at Kafka. */
export type Held = Readonly<{ part: number; client: string }>;

/** What a subject's events make of it. */
type SubjectState = Readonly<
  | { noun: 'consumer'; key: KnownConsumer }
  | { noun: 'event-subscription'; subscription: KnownSubscription }
  | { noun: 'access'; isGranted: boolean }
  | { noun: 'user'; isActive: boolean; hasJoined: boolean; roles: readonly Role[] }
  | { noun: 'owner' }
>;

/** What a subject has that is about something else. */
export const newSubject = {
  api_id: null,
  deployment_id: null,
  topic_id: null,
  event_category_id: null,
  application_id: null,
  user_id: null,
  name: '',
  ended: null,
  held: [],
  is_suspended: false,
  open: {},
} as const;

/** What can have spans now, and what its next ones follow from. What is gone for good has no row. */
/** Returns the id of an owner's subject. */
export const ownerId = (applicationId: number, userId: number): string => `owner-${applicationId}-${userId}`;

/** An event's own subject, and of an application those of its owners and their accounts. */
const subjectsOf = ({ stream, data }: PrefetchEvent): readonly string[] => {
  const {
    applicationId,
    owners = [],
    userId,
  } = data as Readonly<Partial<Record<'applicationId' | 'userId', number>>> & Readonly<{ owners?: readonly number[] }>;
  if (applicationId === undefined) return [stream];
  const people = userId === undefined ? owners : [userId];
  return [stream, ...people.flatMap((id) => [ownerId(applicationId, id), streamOf('user', id)])];
};

export const spanSubjectsTable = table('span_subjects', {
  key: ['id'],
  columns: {
    id: exactText(),
    organization_id: nullable(integer()),
    api_id: nullable(integer()),
    deployment_id: nullable(integer()),
    topic_id: nullable(integer()),
    event_category_id: nullable(integer()),
    application_id: nullable(integer()),
    user_id: nullable(integer()),
    name: text(),
    state: jsonb<SubjectState>(),
    /** Why it is not allowed any more, whatever happens to it and around it. */
    ended: nullable(text<EndCause>()),
    held: jsonb<readonly Held[]>(),
    /** Whether its credentials were taken away because its organization is off. */
    is_suspended: boolean(),
    given_by: nullable(integer()),
    given_at: nullable(timestamptz()),
    /** The open spans: `entitled/1` and the span's id. */
    open: jsonb<Readonly<Record<string, string>>>(),
    stream_version: integer(),
  },
  lookups: ['organization_id', 'api_id', 'deployment_id', 'topic_id', 'event_category_id', 'application_id', 'user_id'],
  indexes: ['(given_by)'],
  prefetch: {
    id: subjectsOf,
    organization_id: registeredIn('organization', 'organizationId'),
  },
});

export type Subject = RowOf<typeof spanSubjectsTable>;

/** What is known of organizations, APIs, deployments, topics, applications, grants and suspensions. */
type Facts = Readonly<{
  organizationId?: number;
  deploymentId?: number;
  environment?: Environment;
  categoryId?: number;
  /** It was told to go, or its organization is off. */
  isOff?: boolean;
  isExternal?: boolean;
  /** The grant in force, of access; null: it was revoked. Absent: there was none. */
  grant?: Readonly<{ id: number; by: number; at: string; endsAt?: string | null }> | null;
}>;

/** The ids in events' data of what facts are about. */
const factNouns = {
  apiId: 'api',
  deploymentId: 'deployment',
  organizationId: 'organization',
  applicationId: 'application',
  topicId: 'event-topic',
} as const;

const factsOf = ({ stream, data }: PrefetchEvent): unknown[] => [
  stream,
  ...Object.entries(factNouns).flatMap(([field, noun]) =>
    typeof data[field] === 'number' ? [streamOf(noun, data[field])] : [],
  ),
];

export const spanFactsTable = table('span_facts', {
  key: ['thing'],
  columns: { thing: exactText(), facts: jsonb<Facts>() },
  prefetch: { thing: factsOf },
});

/** Returns what is known of a thing, such as `api-3`. */
export const known = async (batch: Batch, noun: string, id: number | string | null): Promise<Facts> =>
  id === null ? {} : ((await batch.rows(spanFactsTable).get(streamOf(noun, id)))?.facts ?? {});

/** Adds to what is known of a thing. */
export const learn = async (batch: Batch, noun: string, id: number | string, more: Facts): Promise<void> => {
  const facts = { ...(await known(batch, noun, id)), ...more };
  batch.rows(spanFactsTable).put({ thing: streamOf(noun, id), facts });
};

/** What ought to be open. `until`: when it ends by itself. */
type Claim = Readonly<{ part: number; client?: string; until?: string | null; detail?: SpanDetail }>;

/**
 * What a subject may and can do after an event.
 *
 * @property cause why it may not, or why what ends now ends.
 */
export type Claims = Readonly<{ entitled: readonly Claim[]; inForce: readonly Claim[]; cause: EndCause }>;

const isSame = (one: SpanDetail, other: SpanDetail): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns when a span ends. A clock that went back does not end it before it began. */
export const endedAt = ({ since }: Span, at: Date): Date => new Date(Math.max(Number(at), Number(since)));

/** Opens and ends spans of a subject, so that those are open that it claims. */
export const settleSpans = async (
  batch: Batch,
  event: RecordedEvent,
  subject: Subject,
  { entitled, inForce, cause }: Claims,
): Promise<Subject> => {
  const at = timeOf(event);
  const spans = batch.rows(accessSpansTable);
  const { environment = null } = await known(batch, 'deployment', subject.deployment_id);
  const wanted = new Map(
    [...entitled.map((claim) => ['entitled', claim] as const), ...inForce.map((claim) => ['in-force', claim] as const)]
      .filter(([, { until = null }]) => until === null || new Date(until) > at)
      .map(([kind, claim]) => [`${kind}/${claim.part}`, { kind, ...claim }]),
  );
  const open = new Map<string, string>();
  for (const [slot, id] of Object.entries(subject.open)) {
    const span = await spans.get(id);
    // It ended when its time was over.
    if (!span || (span.until && span.until <= at)) continue;
    const claim = wanted.get(slot);
    const { detail = {}, until = null, client = '' } = claim ?? {};
    if (claim && isSame(span.detail, detail)) {
      open.set(slot, id);
      const ends =
        until === null ? { until: null, cause: null } : { until: new Date(until), cause: 'expired' as const };
      if (span.name !== subject.name || Number(span.until) !== Number(ends.until))
        spans.put({ ...span, name: subject.name, client, ...ends });
    } else
      spans.put({
        ...span,
        until: endedAt(span, at),
        ended_by: event.meta.actor.userId,
        cause: claim ? 'changed' : cause,
      });
  }
  for (const [slot, { kind, part, client = '', until = null, detail = {} }] of wanted) {
    if (open.has(slot)) continue;
    const id = `${subject.id}/${part}/${kind}/${event.id}`;
    spans.put({
      id,
      subject: subject.id,
      part,
      kind,
      noun: subject.state.noun,
      organization_id: subject.organization_id,
      api_id: subject.api_id,
      environment,
      topic_id: subject.topic_id,
      event_category_id: subject.event_category_id,
      application_id: subject.application_id,
      user_id: subject.user_id,
      name: subject.name,
      client,
      detail,
      given_by: subject.given_by,
      given_at: subject.given_at,
      since: at,
      until: until === null ? null : new Date(until),
      ended_by: null,
      cause: until === null ? null : 'expired',
    });
    open.set(slot, id);
  }
  return { ...subject, open: Object.fromEntries(open) };
};
