import * as z from 'zod/mini';
import { erased } from '#domain/core/erased.ts';
import type { Event, EventDefinition, EventDefinitions, EventMeta, EventsOf } from '#domain/core/event.ts';
import type { EventSeals } from './event-seals.ts';
import type { Append, LogEntry, RecordedEvent, UnreadableEvent } from './event-store.ts';
import { outcomeHash } from './outcome-hash.ts';
import { asSealed, seal, unseal } from './personal-data.ts';
import type { SealCheck } from './seal-check.ts';
import type { EncodedEvent, StoredEvent } from './stored-event.ts';
import type { KeyRing, SubjectKeys } from './subject-keys.ts';

export type Codec<E extends Event> = Readonly<{
  /**
   * Returns events as they are stored. @throws InvalidEventError for an event that its schema or the catalogue does not
   * allow.
   */
  encode: (
    append: Pick<Append<E>, 'stream' | 'expectedVersion' | 'events' | 'meta' | 'outcome'>,
  ) => Promise<readonly EncodedEvent[]>;
  /**
   * Returns events in their newest version with personal data decrypted. An event that can't be decoded gets a `fault`.
   *
   * @typeParam Own the events that can be among them. Example: those of one noun.
   */
  decode: <Own extends E = E>(
    events: readonly StoredEvent[],
    options: Readonly<{ fresh: boolean }>,
  ) => Promise<readonly LogEntry<Own>[]>;
}>;

/** Thrown for an event that the catalogue does not allow. It is a fault of the program. */
export class InvalidEventError extends Error {
  constructor(type: string, reason: string) {
    super(`${type} cannot be written: ${reason}`);
    this.name = 'InvalidEventError';
  }
}

/** The faults of an event that a newer release wrote. A newer program can read it. */
const faultOf = {
  unknownType: (type: string) => `unknown event type ${type}`,
  newerVersion: (type: string, version: number) => `${type} version ${version} is newer than this program`,
};
export const isFaultOfOlderProgram = (fault: string): boolean =>
  /^unknown event type | is newer than this program$/.test(fault);

type Json = Record<string, unknown>;

/** What is stored in `meta` besides what the program knows of: the hash of the command's result, and the seal at its end. */
type StoredMeta = EventMeta & Readonly<{ outcome?: string; seal?: string }>;

const withoutSeal = ({ outcome: _outcome, seal: _seal, ...meta }: StoredMeta): EventMeta => meta;

/** Returns the places of wrong values, never the values. */
const placesOf = (error: z.core.$ZodError): string =>
  error.issues.map(({ path, code }) => `${path.join('.') || 'data'} (${code})`).join(', ');

/** Returns the schema for writing. It refuses unknown fields, unless the schema itself allows them. */
const strictly = ({ schema }: EventDefinition): z.ZodMiniObject =>
  schema.def.catchall ? schema : z.catchall(schema, z.never());

const clientOf = (text: string): NonNullable<EventMeta['client']> =>
  text === erased ? { address: erased, userAgent: erased } : (JSON.parse(text) as NonNullable<EventMeta['client']>);

/**
 * Returns a codec.
 *
 * @param definitions all event types by name; `keys` are the data keys of persons.
 * @param sealing     seals what is written and checks what is read. Default: no seals, which is for tests of the codec alone.
 */
export const createCodec = <Definitions extends EventDefinitions>({
  definitions,
  keys,
  sealing,
}: Readonly<{
  definitions: Definitions;
  keys: SubjectKeys;
  sealing?: Readonly<{ seals: EventSeals; check: SealCheck }>;
}>): Codec<EventsOf<Definitions>> => {
  const strictSchemas = new Map(Object.entries(definitions).map(([type, definition]) => [type, strictly(definition)]));

  const validated = ({ type, data }: Event): { definition: EventDefinition; data: Json } => {
    const definition = definitions[type];
    const schema = strictSchemas.get(type);
    if (!definition || !schema) throw new InvalidEventError(type, 'it is not in the event catalogue');
    const parsed = schema.safeParse(data);
    if (!parsed.success) throw new InvalidEventError(type, placesOf(parsed.error));
    if (Object.values(parsed.data).some((value) => typeof value === 'object' && value !== null && '$sealed' in value)) {
      throw new InvalidEventError(type, 'a value looks like a ciphertext');
    }
    return { definition, data: parsed.data };
  };

  const encode: Codec<EventsOf<Definitions>>['encode'] = async (append) => {
    const { stream, expectedVersion, events, meta } = append;
    const checked = events.map((event) => ({ event, ...validated(event) }));
    const owners = checked.flatMap(({ definition, data }) =>
      definition.personal ? [definition.personal.subject(data)] : [],
    );
    // The address of a stranger, who has no account yet, belongs to the person that the events are about.
    const clientOwner = meta.actor.userId === 0 ? (owners[0] ?? 0) : meta.actor.userId;
    const subjects = [...new Set(meta.client ? [...owners, clientOwner] : owners)];
    const ring = subjects.length > 0 ? await keys.forWriting(subjects) : new Map();
    const place = { stream, holder: meta.commandId, field: 'meta.client' };
    const client = meta.client ? { client: seal(JSON.stringify(meta.client), clientOwner, ring, place) } : {};
    const storedMeta = JSON.stringify({ ...meta, ...client, outcome: outcomeHash(append.outcome) });
    return checked.map(({ event, definition, data }, index) => {
      const encoded = {
        id: event.id,
        type: event.type,
        schemaVersion: definition.writtenAs?.(data) ?? definition.version,
        data: JSON.stringify(sealFields(data, definition, ring, stream, event.id)),
        meta: storedMeta,
      };
      const version = expectedVersion + index + 1;
      return sealing ? { ...encoded, meta: sealing.seals.seal({ ...encoded, stream, version }) } : encoded;
    });
  };

  const decodeOne = <Own extends EventsOf<Definitions>>(
    event: StoredEvent,
    parsed: ParsedEvent,
    ring: KeyRing,
    sealFault: string | undefined,
  ): LogEntry<Own> => {
    const { id, stream, version, position, type, schemaVersion } = event;
    const head = { id, stream, version, position, type };
    const faulty = (fault: string): UnreadableEvent => ({ ...head, data: {}, meta: parsed.meta, fault });
    if (parsed.broken) return faulty('its bytes were changed');
    if (sealFault !== undefined) return faulty(sealFault);
    const definition = definitions[type];
    if (!definition) return faulty(faultOf.unknownType(type));
    if (schemaVersion > definition.version) return faulty(faultOf.newerVersion(type, schemaVersion));
    try {
      const { client } = parsed.meta as { client?: unknown };
      const place = { stream, holder: parsed.meta.commandId, field: 'meta.client' };
      const sealedClient = asSealed(client);
      const meta: EventMeta =
        client === undefined
          ? parsed.meta
          : { ...parsed.meta, client: clientOf(sealedClient ? unseal(sealedClient, ring, place) : erased) };
      const data = unsealFields(parsed.data, ring, stream, id);
      const current = schemaVersion < definition.version ? (definition.upcast?.(data, schemaVersion) ?? data) : data;
      const checked = definition.schema.safeParse(current);
      // An erased text may not match the schema (an address, for example). The other fields were checked when they were
      // written.
      if (!checked.success && !Object.values(current).includes(erased))
        return faulty(`${type} does not match its schema: ${placesOf(checked.error)}`);
      const recorded: RecordedEvent = { ...head, data: checked.success ? checked.data : current, meta };
      // The schema of its type has checked it.
      return recorded as RecordedEvent<Own>;
    } catch (error) {
      return faulty(`${type} cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const decode = async <Own extends EventsOf<Definitions>>(
    events: readonly StoredEvent[],
    { fresh }: Readonly<{ fresh: boolean }>,
  ): Promise<readonly LogEntry<Own>[]> => {
    const parsed = events.map(parse);
    const subjects = new Set<number>();
    for (const { data, meta } of parsed) {
      for (const value of [...Object.values(data), meta.client]) {
        const sealed = asSealedQuietly(value);
        if (sealed) subjects.add(sealed.$sealed[0]);
      }
    }
    const [ring, sealFaults] = await Promise.all([
      keys.forReading([...subjects], fresh),
      sealing?.check.faultsOf(events) ?? [],
    ]);
    return events.map((event, index) => decodeOne<Own>(event, parsed[index] as ParsedEvent, ring, sealFaults[index]));
  };

  return { encode, decode };
};

type ParsedEvent = Readonly<{ data: Json; meta: EventMeta; broken?: boolean }>;

/** Replaces a meta that is not JSON any more, so that the event can still be named and parked. */
const noMeta: EventMeta = {
  actor: { userId: 0, organizationId: 0, roles: [] },
  commandId: '',
  correlationId: '',
  time: '',
};

const parse = (event: StoredEvent): ParsedEvent => {
  try {
    return { data: JSON.parse(event.data) as Json, meta: withoutSeal(JSON.parse(event.meta) as StoredMeta) };
  } catch {
    return { data: {}, meta: noMeta, broken: true };
  }
};

const asSealedQuietly = (value: unknown) => {
  try {
    return asSealed(value);
  } catch {
    return undefined;
  }
};

const sealFields = (data: Json, { personal }: EventDefinition, ring: KeyRing, stream: string, holder: string): Json => {
  if (!personal) return data;
  const subject = personal.subject(data);
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      personal.fields.includes(field) && typeof value === 'string'
        ? seal(value, subject, ring, { stream, holder, field })
        : value,
    ]),
  );
};

const unsealFields = (data: Json, ring: KeyRing, stream: string, holder: string): Json => {
  const opened: Json = {};
  for (const [field, value] of Object.entries(data)) {
    const sealed = asSealed(value);
    if (sealed) opened[field] = unseal(sealed, ring, { stream, holder, field });
  }
  return { ...data, ...opened };
};
