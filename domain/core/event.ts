import type * as z from 'zod';

/** A fact, as a decider sees it: what happened and with which values. */
export type Event<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Readonly<Data> }>;

/** Who caused an event. `onBehalfOf` is set when support acts for somebody else. */
export type EventActor = Readonly<{
  userId: number;
  organizationId: number;
  roles: readonly string[];
  onBehalfOf?: number;
}>;

/** What every event carries beside its data (requirement F1). */
export type EventMeta = Readonly<{
  actor: EventActor;
  /** Client-chosen: the same command twice is appended once. */
  commandId: string;
  /** The request, or the operation, that this belongs to. */
  correlationId: string;
  /** The event that led to this one; absent when a person did. */
  causationId?: string;
  /** When it was decided, ISO 8601 in UTC. */
  time: string;
  /** Where the request came from. Personal data of the actor. */
  client?: Readonly<{ address: string; userAgent: string }>;
}>;

/**
 * One event type as the catalogue knows it.
 *
 * @property version  of the schema; older stored versions pass `upcast` first.
 * @property personal names of top-level text fields that are encrypted with the key of the
 *                    person that `subject` returns (a user id).
 * @property requests the operation kind that a worker has to carry out; the data then has
 *                    an `operationId`.
 */
export type EventDefinition<Schema extends z.ZodObject = z.ZodObject> = Readonly<{
  schema: Schema;
  version: number;
  personal?: Readonly<{ fields: readonly string[]; subject: (data: Record<string, unknown>) => number }>;
  upcast?: (data: Record<string, unknown>, version: number) => Record<string, unknown>;
  requests?: string;
}>;

export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** Declares an event type; version 1 unless told. */
export const event = <Schema extends z.ZodObject>(
  schema: Schema,
  options: Omit<Partial<EventDefinition<Schema>>, 'schema'> = {},
): EventDefinition<Schema> => ({ version: 1, ...options, schema });

/** The union of the events that a noun's definitions describe. */
export type EventsOf<Definitions extends EventDefinitions> = {
  [Type in keyof Definitions & string]: Event<Type, z.output<Definitions[Type]['schema']>>;
}[keyof Definitions & string];
