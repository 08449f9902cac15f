import type * as z from 'zod/mini';

/** A fact: what happened, with its values. */
export type Event<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Readonly<Data> }>;

/** Who caused an event. `onBehalfOf` is set when support acts for somebody else. */
export type EventActor = Readonly<{
  userId: number;
  organizationId: number;
  roles: readonly string[];
  onBehalfOf?: number;
}>;

/** What every event has besides its data (requirement F1). */
export type EventMeta = Readonly<{
  actor: EventActor;
  /** Chosen by the client. The same command sent twice is appended once. */
  commandId: string;
  /** The HTTP request or the operation that this belongs to. */
  correlationId: string;
  /** The event that caused this one; absent when a person did. */
  causationId?: string;
  /** Time of the decision, ISO 8601 in UTC. */
  time: string;
  /** Where the HTTP request came from. Personal data of the actor. */
  client?: Readonly<{ address: string; userAgent: string }>;
  /** Row of the authorization table that allowed the call; absent when no call did. Older events have none. */
  rule?: string;
  /**
   * The span in which it was decided, as W3C Trace Context writes it: what follows from the event belongs to the same trace. Older
   * events have none.
   */
  traceparent?: string;
  /** Keyed hash of the session that the call came with; absent for a bearer token. Older events have none. */
  session?: string;
  /** The id of the event that this one takes back (docs/decisions/0148-undo.md); absent where it takes back none. */
  undoes?: string;
  /** The id of the failed operation that it asks for anew, in another form; absent where it answers none. */
  answers?: string;
}>;

/**
 * One event type in the catalogue.
 *
 * @property version  version of the schema. Older stored events go through `upcast` first.
 * @property writtenAs version that an event is written as. Returns an older one for data that the last release can read too.
 *                     Default: `version`.
 * @property personal top-level text fields that are encrypted with the key of a person; `subject` returns the user id.
 */
export type EventDefinition<Schema extends z.ZodMiniObject = z.ZodMiniObject> = Readonly<{
  schema: Schema;
  version: number;
  personal?: Readonly<{ fields: readonly string[]; subject: (data: Record<string, unknown>) => number }>;
  writtenAs?: (data: Record<string, unknown>) => number;
  upcast?: (data: Record<string, unknown>, version: number) => Record<string, unknown>;
}>;

export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** Declares an event type. Default version: 1. */
export const event = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  options: Omit<Partial<EventDefinition<Schema>>, 'schema'> = {},
): EventDefinition<Schema> => ({ version: 1, ...options, schema });

/** The union of a noun's events. */
export type EventsOf<Definitions extends EventDefinitions> = {
  [Type in keyof Definitions & string]: Event<Type, z.output<Definitions[Type]['schema']>>;
}[keyof Definitions & string];
