import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { AddressOf, Opposite } from '#domain/core/undo.ts';
import type { UndoPreview } from '#domain/undo/schema.ts';
import { isRefused, undoOf } from '#domain/undo/undo.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { changesByTwo } from '../approval-rule/shared/needs-two.ts';
import { loadPeopleRule } from '../approval-rule/shared/second-person.ts';
import { sightOf } from '../audit/entries.ts';
import { withNames } from '../audit/organization-names.ts';
import { type Row, readEntry, rowOf, type Sight } from '../audit/row.ts';
import { recordAuditRead } from '../http/record-view.ts';
import type { Received } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { ownersInForce } from '../sql/owners-in-force.ts';
import { audits, readsEntry } from './reads-entry.ts';
import { mayUndo, questionOf } from './rights.ts';

type Asked = Parameters<typeof recordAuditRead>[0] & Pick<Received, 'services' | 'actor'>;

const nothing: UndoPreview = {
  reason: null,
  fields: [],
  by: null,
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

const effectsOf = async (services: Services, opposite: Opposite): Promise<UndoPreview['effects']> => {
  const { effects = [], body } = opposite;
  const environment = opposite.action === 'deployment.request' ? body?.env : undefined;
  const needsTwo = environment !== undefined && (await changesByTwo(services, environment as never));
  // Whoever gives the role of the portal's administrators may need a second person as well.
  const givesPortal = body?.portalAdmin === true && (await loadPeopleRule(services)).people;
  return [...effects, ...(needsTwo || givesPortal ? (['two-people'] as const) : [])];
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
      reason: undoing.reason,
      fields: undoing.reason === 'moved' ? sharedFields(row, by) : [],
      by: by && (by.organization_id === row.organization_id || sight.only === undefined) ? pointedTo(by, sight) : null,
    };
  }
  const { opposite, kept } = undoing;
  if (!(await mayUndo(request, opposite))) {
    if (!reads) throw new RefusedError(notFound());
    return { ...nothing, reason: 'right', why: questionOf(opposite) };
  }
  // Whoever may do the opposite also reads the settings that it puts back.
  const { changes } = await withNames(services, sight, rowOf(row, { only: undefined }));
  return {
    ...nothing,
    does: opposite.does,
    changes: changes.map(({ field, from, to }) => ({ field, from: to, to: from })),
    effects: await effectsOf(services, opposite),
    kept,
    send: {
      method: opposite.call.method as 'post' | 'put' | 'delete',
      path: pathOf(opposite),
      body: opposite.body ?? null,
      form: opposite.form ?? null,
    },
  };
};
