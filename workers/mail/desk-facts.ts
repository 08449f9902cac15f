import type { DeskCaseEvent } from '#domain/desk-case/desk-case.ts';
import { isFinal, type OperationState } from '#domain/operation/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import { mayStillHold } from '#projections/desk-holders.ts';
import { SupersededError, UnreachableError } from '../engine/run.ts';
import type { MailWords } from './mail-text.ts';
import { personOf } from './names.ts';
import { screens } from './screens.ts';

type HandedOver = RecordedEvent<Extract<DeskCaseEvent, { type: 'DeskCaseHandedOver' }>>;
type Sources = Readonly<{ words: MailWords; database: Database; readerId: number }>;

/** @property is_newest whether nobody got it since. @property subject of the operation; null of a cause. */
type Row = Readonly<{
  is_newest: boolean;
  has_it: boolean;
  is_staff: boolean;
  state: OperationState | null;
  subject: string | null;
  resource: string | null;
}>;

/**
 * Names what somebody got of the desk, from whom, and the note.
 *
 * @throws SupersededError when they have it no more, or the operation has ended. A failed one has not: somebody has to do something.
 * @throws UnreachableError when the read tables do not have it: they may be behind.
 */
export const handedOverFacts = async (
  { stream, version, data: { about, note }, meta }: HandedOver,
  { words, database, readerId }: Sources,
) => {
  const { rows } = await database.query<Row>(
    `select held.holder = $2 and held.handed_at = $3 as is_newest, ${mayStillHold('held')} as has_it,
       held.owner_of is null as is_staff, operations.state,
       coalesce(nullif(operations.subject, ''), nullif(operations.api_name, ''), operations.kind) as subject,
       (select name from resources where case type when 'KAFKA' then 'kafka-' else 'gateway-' end || id = split_part(held.about, '~', 4)
        limit 1) as resource
     from desk_cases held left join operations on operations.id = held.id
     where held.id = $1::uuid and held.stream_version >= $4`,
    [stream.slice('desk-case-'.length), readerId, meta.time, version],
  );
  const [found] = rows;
  if (!found) throw new UnreachableError({ code: 'portal.unavailable' });
  const { is_newest, has_it, is_staff, state, subject, resource } = found;
  const isOver = state !== null && state !== 'failed' && isFinal(state);
  if (!(is_newest && has_it) || isOver) throw new SupersededError();
  const [, , code = ''] = about.split('~');
  return {
    parameters: {
      person: await personOf(database, meta.actor.userId),
      thing:
        state === null ? words.handedOver('cause', resource ?? code) : words.handedOver('operation', subject ?? ''),
      note,
    },
    path: state === null ? screens.cause(about) : screens.operation(about),
    pathOfAll: is_staff ? screens.desk : screens.notices,
    text: 'handed-over-one' as const,
  };
};
