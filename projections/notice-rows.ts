import type { Environment } from '#domain/core/environment.ts';
import type { ForeignKind } from '#domain/drift/drift.ts';
import type { NoticeKind } from '#domain/notice/notice.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { exactText, integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { operationOf, timeOf } from './engine/own-stream.ts';
import type { Batch } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';
import { noticePeopleTable, subjectsAbout } from './notice-subjects.ts';

export const noticesTable = table('notices', {
  key: ['user_id', 'id'],
  columns: {
    /** The event's, or one for all that was found together. */
    id: uuid(),
    user_id: integer(),
    kind: text<NoticeKind>(),
    /** When people are told. A reminder's time is in the future. */
    at: timestamptz(),
    /** The organization of the thing that it is about. */
    organization_id: integer(),
    api_id: nullable(integer()),
    event_category_id: nullable(integer()),
    consumer_id: nullable(integer()),
    operation_id: nullable(uuid()),
    request_id: nullable(integer()),
    issue_id: nullable(integer()),
    approval_id: nullable(integer()),
    /** The gateway, or the brokers of an environment. */
    gateway_id: nullable(integer()),
    /** The review of access. */
    round_id: nullable(integer()),
    /** The clock of a decision whose time is over. */
    clock: nullable(exactText()),
    /** The stream that it stands and falls with: where the difference is that the clock is about, such as `deployment-12`; a case of the desk. */
    place: nullable(exactText()),
    /** The organization that the notice names. */
    named_organization_id: nullable(integer()),
    /** The name of a key or a deployment. */
    subject: text(),
    environment: nullable(text<Environment>()),
    /** The name of somebody else's object on the gateway, or of the certificate that ends first; the kind of an overdue decision. */
    object: text(),
    /** What kind somebody else's object is, and the key whose consumer it belongs to or works on. */
    object_kind: nullable(text<ForeignKind>()),
    key_id: nullable(integer()),
    /** How many other deployments or certificates it is about. */
    others: integer(),
    /** How many of the person's keys stopped with what was deleted. */
    keys: integer(),
    /** Who did it. 0: the portal itself. */
    by_user_id: integer(),
    /** When the access, the credentials or the first of the certificates end. */
    ends_at: nullable(timestamptz()),
  },
  lookups: [
    'operation_id',
    'consumer_id',
    'request_id',
    'approval_id',
    'named_organization_id',
    'round_id',
    'clock',
    'place',
  ],
  indexes: ['(user_id, at desc, id)'],
  prefetch: {
    operation_id: operationOf,
    consumer_id: byField('consumerId'),
    request_id: byField('requestId'),
    approval_id: byField('approvalId'),
    round_id: byField('reviewRoundId'),
  },
});

type Row = RowOf<typeof noticesTable>;

export type NoticeContext = Partial<Omit<Row, 'user_id' | 'kind'>> & Pick<Row, 'organization_id'>;

/** Adds one notice for each of these people. The key is event and person unless told, so nobody gets it twice. */
export const tell = (
  event: RecordedEvent,
  batch: Batch,
  people: Iterable<number>,
  kind: NoticeKind,
  about: NoticeContext,
  except = 0,
): void => {
  for (const user_id of new Set(people)) {
    if (user_id === 0 || user_id === except) continue;
    batch.rows(noticesTable).put({
      id: event.id,
      user_id,
      kind,
      at: timeOf(event),
      api_id: null,
      event_category_id: null,
      consumer_id: null,
      operation_id: null,
      request_id: null,
      issue_id: null,
      approval_id: null,
      gateway_id: null,
      round_id: null,
      clock: null,
      place: null,
      named_organization_id: null,
      subject: '',
      environment: null,
      object: '',
      object_kind: null,
      key_id: null,
      others: 0,
      keys: 0,
      by_user_id: event.meta.actor.userId,
      ends_at: null,
      ...about,
    });
  }
};

export const companyAdmins = async (batch: Batch, organizationId: number): Promise<number[]> => {
  const people = await batch.rows(noticePeopleTable).where('organization_id', organizationId);
  return people.filter(({ company_admin }) => company_admin).map(({ id }) => id);
};

export const administrators = async (batch: Batch, office: 'portal' | 'gateways'): Promise<number[]> =>
  (await batch.rows(noticePeopleTable).where('office', office)).map(({ id }) => id);

/** Returns the things of one noun that belong to an API. */
export const ofApi = async (batch: Batch, apiId: number, noun: 'key' | 'request' | 'grant') => {
  const subjects = await subjectsAbout(batch, { apiId, organizationId: 0 });
  // In a fixed order: if two things lead to the same person, the notice is about the last one.
  return subjects.filter(({ id }) => id.startsWith(`${noun}-`)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
};
