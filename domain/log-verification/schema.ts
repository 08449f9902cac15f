import * as z from 'zod/mini';

/** Findings, and rows, that `GET /api/log-verification` names. The others are only counted. */
export const namedFindings = 10;

/** What was done to an event or, where none can be named, to what a seal covers. */
const alterations = ['altered', 'removed', 'added', 'moved', 'unsigned'] as const;
export type Alteration = (typeof alterations)[number];

/**
 * `GET /api/log-verification`: whether the event log is as it was written. Names of streams have a noun and an id, never
 * personal data.
 */
export const logVerification = z.object({
  /** When the whole log was last verified. Null: never. */
  verifiedAt: z.nullable(z.string()),
  /** How many events it looked at. */
  events: z.int(),
  /** The verification that somebody asked for and that has not ended. `began`: false while it waits. `events`: seen until now. */
  running: z.nullable(z.object({ requestedAt: z.string(), began: z.boolean(), events: z.int() })),
  /** When a verification that somebody asked for could not look at the whole log, and no later one did. */
  brokeOffAt: z.nullable(z.string()),
  total: z.int(),
  findings: z.array(
    z.object({
      /** Empty when no event can be named: the version is then the number of a seal. */
      stream: z.string(),
      version: z.int(),
      what: z.enum(alterations),
      /** The oldest signed checkpoint that has it as it was. Null: none. */
      since: z.nullable(z.string()),
    }),
  ),
  /** Rows of read tables that somebody changed past the portal, and that were built anew: how many, and the first. */
  rowsTotal: z._default(z.int(), 0),
  rows: z._default(z.array(z.object({ table: z.string(), key: z.string() })), []),
  /** Read tables that could not be compared with the events before they were built anew. */
  uncompared: z._default(z.array(z.string()), []),
  /** Since when a place outside the database does not take checkpoints. Null: all do, or there is none. */
  outsideSince: z.nullable(z.string()),
  /** Whether events without a seal of this installation are refused. */
  sealsDemanded: z.boolean(),
});
export type LogVerificationAnswer = z.output<typeof logVerification>;

export const verificationRequested = z.object({ id: z.uuid(), position: z.string() });
