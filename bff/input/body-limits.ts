import { specSizeLimit } from '#domain/api/schema.ts';

/** Bytes of a usual JSON body (requirement D1). Bodies up to this size are parsed on the event loop. */
export const smallBody = 256 * 1024;

/** Bytes of a JSON body with a document as one text. Escaping may double the size. */
export const textBodySize = 2 * specSizeLimit + 64 * 1024;

/** Limits for larger bodies that the process has in memory at the same time. */
export const largeBodies = {
  /** Bodies of one person. The editor checks a text while it saves it, so two. */
  person: 2,
  /** Bytes of one organization's bodies. */
  organizationBytes: 96 * 1024 * 1024,
  bytes: 192 * 1024 * 1024,
  /** A body that arrives more slowly is cut off: 25 kB a second. */
  slowest: { bytes: 256 * 1024, milliseconds: 10_000 },
} as const;

/**
 * How much of a refused form is still read and thrown away. A browser shows the response only after it has sent the form,
 * even for a large file on a slow line.
 */
export const drainedForms = { bytes: 128 * 1024 * 1024, milliseconds: 60_000 } as const;
