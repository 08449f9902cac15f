import { type AuditedType, actOf } from '#domain/audit/acts.ts';
import { nounOf } from '#domain/audit/nouns.ts';
import { changesOf, type HistoryChange, type HistoryValue } from '#domain/core/changes.ts';
import type { EntryValues } from '#domain/core/history.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { cutText } from '#platform/cut-text.ts';
import { apiHistory } from './api-history.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { history, writeEntry } from './history.ts';
import { personalFieldsOf } from './name-in.ts';

/** Characters of a value in an entry. */
const longestValue = 200;

/** Fields that tell a reader nothing, or that the entry has already. */
const untold = new Set(['operationId', 'digest', 'session', 'seen', 'organizationId', 'from', 'to', 'name', 'call']);

type Data = Readonly<Record<string, unknown>>;

/** Returns who approved something as the second person. */
const approvalIn = ({ approval }: Data): Data => {
  const { approvalId, approvedBy } = (approval ?? {}) as Data;
  return { approvalId, approvedBy };
};

const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Returns the simple values of an event, without personal ones. No event has a secret. */
const valuesOf = (type: string, data: Data): EntryValues => {
  const left = new Set([...untold, ...personalFieldsOf(type)]);
  return Object.fromEntries(
    Object.entries({ ...approvalIn(data), ...data }).flatMap(([field, value]) =>
      left.has(field) || !isValue(value)
        ? []
        : [[field, typeof value === 'string' ? cutText(value, longestValue) : value] as const],
    ),
  );
};

type Told = Readonly<{ field: string; before: string | null; after: string | null }>;

/** The changes of each event that says from which value to which. */
const changed: { readonly [Type in AuditedType]?: (data: Data) => readonly HistoryChange[] } = {
  UserRolesChanged: ({ from, to }) => changesOf({ roles: from as HistoryValue }, { roles: to as HistoryValue }),
  UserMoved: ({ from, to }) => [{ field: 'organization', from: from as number, to: to as number }],
  GatewayObjectSaveRequested: ({ changes }) =>
    (changes as readonly Told[]).map(({ field, before, after }) => ({
      field,
      from: before && cutText(before, longestValue),
      to: after && cutText(after, longestValue),
    })),
};

/** Events that are about a person, whatever their stream. */
const aboutPeople = new Set(['PersonViewed']);

/** Returns the thing of an event. One without a number has 0, and is found by its stream. */
const aboutOf = ({ type, stream }: RecordedEvent, data: Data): Readonly<{ about_noun: string; about_id: number }> => {
  if (aboutPeople.has(type)) return { about_noun: 'user', about_id: data.userId as number };
  const noun = nounOf(stream);
  const id = stream.slice(noun.length + 1);
  return { about_noun: noun, about_id: /^\d{1,9}$/.test(id) ? Number(id) : 0 };
};

/** Values that an event has in another form. */
const inWords: { readonly [Type in AuditedType]?: (data: Data) => EntryValues } = {
  DecisionOverdue: ({ told }) => ({
    to: [...new Set((told as readonly Readonly<{ as: string }>[]).map(({ as }) => as))].join(', '),
  }),
};

const write = async (event: RecordedEvent, batch: Batch): Promise<void> => {
  const data = event.data as Data;
  const operation = data.operationId;
  await writeEntry(event, batch, {
    ...aboutOf(event, data),
    ...(typeof data.call === 'string' ? { subject: data.call } : {}),
    ...(typeof operation === 'string' ? { operation_id: operation } : {}),
    values: { ...valuesOf(event.type, data), ...inWords[event.type as AuditedType]?.(data) },
    changes: changed[event.type as AuditedType]?.(data) ?? [],
  });
};

const told = new Set([...Object.keys(history.on), ...Object.keys(apiHistory.on)]);

/** The entries of events that stand in no thing's own history: sign-ins, people, gateways' objects, drift at Kafka. */
export const otherHistory = {
  tables: [],
  on: Object.fromEntries(
    Object.keys(actOf)
      .filter((type) => !told.has(type))
      .map((type) => [type, write]),
  ),
} satisfies ProjectionPart;
