import type { HistoryChange } from '#domain/core/changes.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { AddressOf, Opposite } from '#domain/core/undo.ts';
import type { UndoPreview } from '#domain/undo/schema.ts';
import { isRefused, toldOf, undoOf } from '#domain/undo/undo.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { sightOf } from '../audit/entries.ts';
import { withNames } from '../audit/organization-names.ts';
import { type Row, readEntry, rowOf, type Sight } from '../audit/row.ts';
import { recordAuditRead, recordPersonViewed } from '../http/record-view.ts';
import type { Received } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';
import { ownersInForce } from '../sql/owners-in-force.ts';
import { audits, readsEntry } from './reads-entry.ts';
import { mayUndo, questionOf } from './rights.ts';
import { asksSecondPerson } from './second-person.ts';
import { standsBehind } from './uses.ts';

type Asked = Parameters<typeof recordAuditRead>[0] & Pick<Received, 'services' | 'actor'>;

const nothing: UndoPreview = {
  reason: null,
  stays: null,
  fields: [],
  by: null,
  uses: [],
  others: [],
  why: null,
  does: null,
  changes: [],
  effects: [],
  kept: 0,
  send: null,
};

/** Returns the addresses of all people whom the events of an application name. */
const addressesOf = async (
  { db }: Services,
  applicationId: number,
  events: readonly RecordedEvent[],
): Promise<AddressOf> => {
  const named = events.flatMap(({ type, data }) => {
    const { owners, userId } = data as Readonly<{ owners?: readonly number[]; userId?: number }>;
    return type === 'ApplicationRegistered' ? (owners ?? []) : userId === undefined ? [] : [userId];
  });
  const ids = [...new Set(named)];
  if (ids.length === 0) return () => undefined;
  const [people, owners] = await Promise.all([
    db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).where('deleted_at', 'is', null).execute(),
    ownersInForce(db).select('users.id').where('application_owners.application_id', '=', applicationId).execute(),
  ]);
  const emailOf = new Map(people.map(({ id, email }) => [id, email]));
  const own = new Set(owners.map(({ id }) => id));
  return (userId, asOwner) => (asOwner && !own.has(userId) ? undefined : emailOf.get(userId));
};

const pathOf = ({ call, parameters = {}, query = {} }: Opposite): string => {
  const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(parameters[name])));
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
};

/** Returns the fields that both entries changed, as histories call them. */
const sharedFields = (entry: Row, by: Row | undefined): string[] => {
  const theirs = new Set(by?.changes.map(({ field }) => field));
  return entry.changes.map(({ field }) => field).filter((field) => theirs.has(field));
};

const pointedTo = (row: Row, sight: Sight): UndoPreview['by'] => {
  const { id, act, happenedAt, user } = rowOf(row, sight);
  return { id, act, happenedAt, user: user && { id: user.id, name: user.name } };
};

/** Records that somebody sees another person's name and address, where the opposite command says them. */
const recordWhoseNames = async (request: Asked, { about: { userId }, body = {} }: Opposite): Promise<void> => {
  const { email, organizationId } = body;
  if (userId !== undefined && email !== undefined)
    await recordPersonViewed(request, { userId, organizationId: Number(organizationId) });
};

/** Returns values with the name of whoever has a case instead of their number. */
const withHolders = async ({ db }: Services, values: readonly HistoryChange[]): Promise<readonly HistoryChange[]> => {
  const isHolder = ({ field }: HistoryChange) => field === 'holder';
  const ids = values.filter(isHolder).flatMap(({ from, to }) => [Number(from), Number(to)]);
  if (ids.length === 0) return values;
  const people = await db
    .selectFrom('users')
    .select(['id', fullName('users').as('name')])
    .where('id', 'in', ids)
    .execute();
  const nameOf = (value: HistoryChange['from']) =>
    value === null ? null : (people.find(({ id }) => id === value)?.name ?? `#${String(value)}`);
  return values.map((each) => (isHolder(each) ? { ...each, from: nameOf(each.from), to: nameOf(each.to) } : each));
};

/**
 * Returns what undoing an entry would do now. Whoever may neither read the entry nor do the opposite gets 404.
 *
 * @throws RefusedError
 */
export const readPreview = async (request: Asked, id: string): Promise<UndoPreview> => {
  const { services, actor } = request;
  const row = await readEntry(services.db, id);
  if (!row) throw new RefusedError(notFound());
  const reads = await readsEntry(request, row);
  const events = await services.store.read(`${row.noun}-${row.noun_id}`);
  const addressOf =
    row.noun === 'application' ? await addressesOf(services, Number(row.noun_id), events) : () => undefined;
  const undoing = undoOf(events, id, addressOf);
  const sight = sightOf(actor);
  if (isRefused(undoing)) {
    if (!reads) throw new RefusedError(notFound());
    if (audits(request, row)) await recordAuditRead(request);
    const by = undoing.by ? await readEntry(services.db, undoing.by.id) : undefined;
    return {
      ...nothing,
      ...toldOf(undoing.reason),
      fields: undoing.reason === 'moved' ? sharedFields(row, by) : [],
      by: by && (by.organization_id === row.organization_id || sight.only === undefined) ? pointedTo(by, sight) : null,
    };
  }
  const { opposite, kept, values } = undoing;
  if (!(await mayUndo(request, opposite))) {
    if (!reads) throw new RefusedError(notFound());
    return { ...nothing, reason: 'right', why: questionOf(opposite) };
  }
  const behind = await standsBehind(services, opposite);
  if (behind) return { ...nothing, ...behind };
  const second = await asksSecondPerson(request, opposite);
  if (second === 'nobody' || second === 'together') return { ...nothing, reason: second };
  await recordWhoseNames(request, opposite);
  // Whoever may do the opposite also reads the settings that it puts back.
  const { changes } = await withNames(services, sight, rowOf(row, { only: undefined }));
  return {
    ...nothing,
    does: opposite.does,
    changes: [
      ...((values && (await withHolders(services, values))) ??
        changes.map(({ field, from, to }) => ({ field, from: to, to: from }))),
    ],
    effects: [...(opposite.effects ?? []), ...(second === 'asked' ? (['two-people'] as const) : [])],
    kept,
    send: {
      method: opposite.call.method as 'post' | 'put' | 'delete',
      path: pathOf(opposite),
      body: opposite.body ?? null,
      form: opposite.form ?? null,
    },
  };
};
