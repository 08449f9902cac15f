import * as z from 'zod/mini';
import type { HistoryValue } from './changes.ts';
import type { Event } from './event.ts';
import { undoFields } from './undo-fields.ts';

/** The area of an entry of an API's history decides who may read it. */
export const historyAreas = ['api', 'deployment', 'key', 'access', 'code'] as const;
export type HistoryArea = (typeof historyAreas)[number];

/**
 * What an event is in an API's history: an entry of an area, or no entry.
 *
 * - `operation`: an entry, with the area of the entry that requested the operation.
 * - `outcome`: the end of a request. It is part of the request's entry.
 * - `step`: the work on a request. The page of the operation shows it.
 */
export type HistoryPlace = HistoryArea | 'operation' | 'outcome' | 'step';

/** Parameters of an entry's sentence besides the changes: version, nickname, ids of others. */
export type EntryValues = Readonly<Record<string, string | number>>;

/** What an entry compares. Undefined where an older event does not say. */
type Compared = Readonly<{ from?: unknown; to?: unknown }>;

/**
 * The history of a noun whose things have one of their own. Everything else about a history is the same for all nouns.
 *
 * @property kinds  the word for each event. An entry has it on the wire, and its sentence is named after it.
 * @property idOf   the thing's id in an event. Default: the id of the event's stream.
 * @property fields the values of `from` and `to` of an event that are compared, as an entry shows them.
 * @property values what the sentence of an event needs. Default: nothing.
 * @property organizations whom an event concerns, where that is not the thing's organization.
 * @property compared the details before and after an event. Default: its `from` and `to`.
 */
export type OwnHistory<E extends Event = Event<string, never>, Details = never> = Readonly<{
  noun: string;
  kinds: Readonly<Record<E['type'], string>>;
  idOf?: (data: E['data']) => number;
  fields: Readonly<Record<string, (details: Details) => HistoryValue>>;
  values?: { readonly [Type in E['type']]?: (data: Extract<E, { type: Type }>['data']) => EntryValues };
  organizations?: { readonly [Type in E['type']]?: (data: Extract<E, { type: Type }>['data']) => number | null };
  compared?: { readonly [Type in E['type']]?: (data: Extract<E, { type: Type }>['data']) => Compared };
}>;

type Texts<Names extends string> = readonly [Names, ...Names[]];

/** The schema of an entry of a thing's own history (`GET /api/<noun>/{id}/history`). Texts of no value are ''. */
export const ownHistoryEntry = <Kind extends string, Field extends string>({
  kinds,
  fields,
}: Readonly<{ kinds: Readonly<Record<string, Kind>>; fields: Readonly<Record<Field, unknown>> }>) =>
  z.object({
    id: z.uuid(),
    kind: z.enum(Object.values(kinds) as unknown as Texts<Kind>),
    happenedAt: z.string(),
    /** Null: the portal itself. */
    user: z.nullable(z.object({ id: z.int(), name: z.string() })),
    changes: z.array(
      z.object({ field: z.enum(Object.keys(fields) as unknown as Texts<Field>), from: z.string(), to: z.string() }),
    ),
    /** Whom or what else it is about, such as the address of an owner; '' for other entries. */
    about: z._default(z.string(), ''),
    ...undoFields,
  });
