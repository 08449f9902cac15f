/** An event as a job gets it. `schema` is the text of its JSON Schema. */
export type SentSchema = Readonly<{ eventTypeId: string; name: string; description: string; schema: string }>;

/** Reads the events of a job, which the portal has written itself. */
export const readEvents = (bytes: Uint8Array): readonly SentSchema[] => JSON.parse(new TextDecoder().decode(bytes));

/** Writes events for a job. */
export const writeEvents = (events: readonly SentSchema[]): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify(
      events.map(({ eventTypeId, name, description, schema }) => ({ eventTypeId, name, description, schema })),
    ),
  );
