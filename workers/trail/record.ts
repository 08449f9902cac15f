import { type AuditedType, actOf } from '#domain/audit/acts.ts';
import { nounOf } from '#domain/audit/nouns.ts';
import { erased } from '#domain/core/erased.ts';
import type { EventDefinition } from '#domain/core/event.ts';
import { splitEntry } from '#domain/deployment/transformer-list.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { KeptCheckpoint } from '#eventstore/merkle/checkpoint.ts';
import { cutText } from '#platform/cut-text.ts';

/** The most characters of a text, entries of a list and levels of data in a record. */
const most = { text: 500, entries: 50, levels: 6 };

/** Fields that the audit shows to nobody: what names a session or a secret, and digests. */
const untold = ['session', 'digest', 'secrets', 'secretId', 'fingerprint', 'last4'];

/** A transformer's lists with entries `name:value`. A value may be a secret of the target. */
const writesValues = /^(?:add|append|replace)[A-Z]/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a value is somebody's id at the identity provider. */
const isIdentity = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).sort().join() === 'issuer,subject';

const namesOnly = (lists: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      writesValues.test(name) && Array.isArray(list) ? list.map((entry) => splitEntry(String(entry))[0]) : list,
    ]),
  );

/** Returns a value without secrets and personal fields, of a bounded size. */
const plain = (value: unknown, left: ReadonlySet<string>, level = 0): unknown => {
  if (typeof value === 'string') return cutText(value, most.text);
  if (typeof value !== 'object' || value === null) return value;
  if (level === most.levels) return null;
  if (Array.isArray(value)) return value.slice(0, most.entries).map((entry) => plain(entry, left, level + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !left.has(name) && !isIdentity(inner))
      .map(([name, inner]) => {
        const told = name.endsWith('Transformer') && isObject(inner) ? namesOnly(inner) : inner;
        return [cutText(name, most.text), plain(told, left, level + 1)];
      }),
  );
};

const personalOf = (type: string): EventDefinition['personal'] =>
  (eventCatalogue as Readonly<Record<string, EventDefinition>>)[type]?.personal;

/** Returns whom an event is about; undefined when it is about nobody. */
const aboutOf = (stream: string): number | undefined => {
  const id = /^user-(\d{1,9})$/.exec(stream)?.[1];
  return id === undefined ? undefined : Number(id);
};

/** Returns whose the address of an event's call is: a stranger's is of the person whom the event is about. 0: nobody's. */
const callerOf = ({ type, stream, data, meta }: RecordedEvent): number =>
  meta.actor.userId || personalOf(type)?.subject(data as Record<string, unknown>) || aboutOf(stream) || 0;

/** Returns the people whom an entry names, by number. */
export const peopleOf = (event: RecordedEvent): readonly number[] =>
  [event.meta.actor.userId, aboutOf(event.stream) ?? 0, callerOf(event)].filter((id) => Number.isInteger(id));

/**
 * An entry of the trail.
 *
 * @property type       the event's type; `checkpoint` for a signed checkpoint.
 * @property isRefused  whether it says that somebody was refused something.
 * @property parameters what receivers sort by, as short texts.
 * @property said       the entry as JSON.
 * @property brief      the same where `said` is too long for the place.
 */
export type TrailEntry = Readonly<{
  type: string;
  time: string;
  isRefused: boolean;
  parameters: Readonly<Record<string, string>>;
  said: object;
  brief: object;
}>;

/**
 * Returns the entry of an event, without what the audit shows to nobody: fields of the catalogue that are personal, secrets,
 * sessions and ids at the identity provider.
 *
 * @param names people by their number (`peopleOf`). Nobody who was erased is among them.
 */
export const entryOf = (event: RecordedEvent, names: ReadonlyMap<number, string>): TrailEntry => {
  const { id, type, stream, version, meta, data } = event;
  const { actor, time, rule, client, correlationId, causationId } = meta;
  const noun = nounOf(stream);
  const thing = stream.slice(noun.length + 1);
  const act = Object.hasOwn(actOf, type) ? actOf[type as AuditedType] : undefined;
  const about = names.get(aboutOf(stream) ?? 0);
  const caller = callerOf(event);
  const address = client && (caller === 0 || names.has(caller) ? cutText(client.address, most.text) : erased);
  const brief = {
    id,
    type,
    ...(act && { act }),
    noun,
    thing,
    version,
    ...(about && { name: about }),
    time,
    user:
      actor.userId === 0
        ? null
        : {
            id: actor.userId,
            name: names.get(actor.userId) ?? '',
            organizationId: actor.organizationId,
            roles: [...actor.roles],
            ...(actor.onBehalfOf !== undefined && { onBehalfOf: actor.onBehalfOf }),
          },
    ...(address !== undefined && { address }),
    ...(rule && { rule }),
    correlationId: cutText(correlationId, most.text),
    ...(causationId && { causationId: cutText(causationId, most.text) }),
  };
  return {
    type,
    time,
    isRefused: act === 'refused',
    parameters: {
      id,
      type,
      ...(act && { act }),
      stream,
      version: String(version),
      ...(actor.userId > 0 && { user: String(actor.userId) }),
      ...(address !== undefined && { address }),
    },
    said: { ...brief, data: plain(data, new Set([...untold, ...(personalOf(type)?.fields ?? [])])) },
    brief: { ...brief, isCut: true },
  };
};

/** Returns the entry of a signed checkpoint, in the form that `npm run log -- verify --checkpoints` reads. */
export const entryOfCheckpoint = ({ seal, at, note, entries }: KeptCheckpoint, written: string): TrailEntry => ({
  type: 'checkpoint',
  time: at,
  isRefused: false,
  parameters: { type: 'checkpoint', seal: String(seal), events: String(entries?.length ?? 0) },
  said: JSON.parse(written),
  brief: { seal, at, note },
});
