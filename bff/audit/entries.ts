import { nounOf } from '#domain/audit/nouns.ts';
import {
  type AuditFilters,
  type AuditPage,
  type AuditQuery,
  type AuditRow,
  auditPageSize,
  mostCounted,
} from '#domain/audit/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { periodOf } from '#domain/core/period.ts';
import { fromPlace } from '../http/cursor.ts';
import type { Services } from '../http/services.ts';
import { containingQuickly } from '../sql/containing.ts';
import { countEntries, type EntryPlace, entryParts, firstMonth, type HistoryFilter } from '../sql/newest-entries.ts';
import { findPeople } from './people.ts';
import { placeOf, placeText } from './place.ts';
import { type Row, readEntries, readPart, rowOf, type Sight } from './row.ts';

/** What is read: a filter, and who did it. Undefined: nothing can match. */
type Search = Readonly<{ filter: HistoryFilter; people: readonly number[] | undefined }> | undefined;

export const sightOf = (actor: Actor): Sight => ({
  only: may(actor, 'audit.list-all') ? undefined : actor.organizationId,
});

/** Nouns whose entries are also of other streams: what belongs to an API, and looks at a person. */
const gathering = new Set(['api', 'user']);

/** Splits `deployment-7`. */
const thingOf = (thing: string): Pick<HistoryFilter, 'about_noun' | 'about_id' | 'noun' | 'noun_id'> => {
  const noun = nounOf(thing);
  const id = thing.slice(noun.length + 1);
  return gathering.has(noun) && /^\d{1,9}$/.test(id)
    ? { about_noun: noun, about_id: Number(id) }
    : { noun, noun_id: id };
};

/**
 * Returns what a query asks for. Readers of one organization who name a person or an address get what people of their own
 * organization did: nobody finds out this way what others do.
 */
const searchOf = async (services: Services, { only }: Sight, query: AuditFilters): Promise<Search> => {
  const { search, person, userId, noun, act, thing, organizationId, address } = query;
  if (only !== undefined && organizationId !== undefined && organizationId !== only) return undefined;
  const place = thing === '' ? {} : thingOf(thing);
  if (noun !== undefined && place.noun !== undefined && noun !== place.noun) return undefined;
  const words = containingQuickly(person);
  const people = words && (await findPeople(services.db, { words: [...words], only }, {})).map(({ id }) => id);
  if (people?.length === 0) return undefined;
  const organization = only ?? organizationId;
  const namesSomebody = people !== undefined || userId !== undefined || address !== '';
  const { from, to } = periodOf(query);
  return {
    people,
    filter: {
      text: search,
      ...place,
      ...(noun && { noun }),
      ...(act && { act }),
      ...(userId && { user_id: userId }),
      ...(organization && { organization_id: organization }),
      ...(only !== undefined && namesSomebody && { user_organization_id: only }),
      ...(address && { address }),
      ...(from && { from }),
      ...(to && { to }),
    },
  };
};

/** Returns a page of the entries that a query chooses and its reader may see. */
export const listEntries = async (services: Services, actor: Actor, query: AuditQuery): Promise<AuditPage> => {
  const sight = sightOf(actor);
  const place = placeOf(query);
  const search = await searchOf(services, sight, query);
  if (!search) return { entries: [], total: 0, page: 0, start: 0, next: null, previous: null };
  const { filter, people } = search;
  const offset = place ? 0 : query.page * auditPageSize;
  // One more tells whether another page follows.
  const [found, count] = await Promise.all([
    fromPlace(place?.cursor, () =>
      readEntries(services, filter, { size: auditPageSize + 1, start: offset, place, people }),
    ),
    countEntries(services, filter, { most: mostCounted + 1, people }),
  ]);
  const isMore = found.length > auditPageSize;
  const isNewer = place?.side === 'newer';
  const rows = isNewer ? found.slice(-auditPageSize) : found.slice(0, auditPageSize);
  const before = place?.before ?? offset;
  const start = isNewer ? Math.max(isMore ? 1 : 0, before - rows.length) : before;
  const [first, last] = [rows[0], rows.at(-1)];
  const textOf = ({ place_time: time, position }: Row, rank: number) => placeText({ time, position, before: rank });
  const hasNewer = isNewer ? isMore : start > 0;
  return {
    entries: rows.map((row) => rowOf(row, sight)),
    total: Math.max(Math.min(count, mostCounted), first ? start + rows.length : 0),
    ...(count > mostCounted && { isLeast: true as const }),
    page: first ? Math.floor(start / auditPageSize) : Math.ceil(start / auditPageSize),
    start,
    next: last && (isNewer || isMore) ? textOf(last, start + rows.length) : null,
    previous: first && hasNewer ? textOf(first, start) : null,
  };
};

/** Entries of a part of a file: one statement, so that memory and transactions stay small. */
const filePart = 100;

const latest = (one: Date, other: Date): Date => (one > other ? one : other);

/** Entries that are found at once. */
const keysAtOnce = 20_000;

/** Returns all entries that a query chooses, the newest first, in parts. */
export async function* allEntries(
  services: Services,
  actor: Actor,
  query: AuditFilters,
): AsyncGenerator<readonly AuditRow[]> {
  const sight = sightOf(actor);
  const search = await searchOf(services, sight, query);
  if (!search) return;
  const { people } = search;
  const first = await firstMonth(services);
  const filter = { ...search.filter, from: latest(first, search.filter.from ?? first) };
  for (let place: EntryPlace | undefined; ; ) {
    const parts = await entryParts(services, filter, { size: keysAtOnce, part: filePart, place, people });
    for (const part of parts) {
      const rows = await readPart(services.db, part);
      yield rows.map((row) => rowOf(row, sight));
    }
    const last = parts.at(-1);
    if (!last || parts.reduce((sum, { count }) => sum + count, 0) < keysAtOnce) return;
    place = { side: 'older', time: last.time, position: last.position };
  }
}
