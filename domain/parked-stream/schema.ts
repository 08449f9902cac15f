import * as z from 'zod/mini';

/** Streams that `GET /api/parked-streams` names. The others are only counted. */
export const namedStreams = 10;

/**
 * `GET /api/parked-streams`: streams of the log with an event that a reader could not take. Their later events wait. Names of
 * streams have a noun and an id, never personal data.
 */
export const parkedStreams = z.object({
  total: z.int(),
  /** How many of them are people. */
  people: z.int(),
  /** When the first one was parked. Null: none is. */
  since: z.nullable(z.string()),
  /** The oldest ones, each with its name (`user-12`) and the readers that wait for it (`people`). */
  streams: z.array(z.object({ stream: z.string(), readers: z.array(z.string()), since: z.string() })),
});
export type ParkedStreams = z.output<typeof parkedStreams>;
