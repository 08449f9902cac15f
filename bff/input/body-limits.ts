import { specSizeLimit } from '#domain/api/schema.ts';

/** JSON bodies are small (requirement D1), and what is no larger is read on the event loop. 256 kB. */
export const smallBody = 256 * 1024;

/** A JSON body that holds a document as one text: escapes may double the largest. */
export const textBodySize = 2 * specSizeLimit + 64 * 1024;

/** How much of what is larger the process holds at once. */
export const largeBodies = {
  /** Bodies of one person: the editor checks one text while it saves it. */
  person: 2,
  /** Bytes of one organization's. */
  organizationBytes: 96 * 1024 * 1024,
  bytes: 192 * 1024 * 1024,
  /** Of one of them so many bytes come in so many milliseconds, or it is broken off: 25 kB a second. */
  slowest: { bytes: 256 * 1024, milliseconds: 10_000 },
} as const;

/**
 * How much of a form that was refused as too large is still read, and thrown away, so that its browser gets to read why:
 * the large file that somebody took for a description, from a slow line too.
 */
export const drainedForms = { bytes: 128 * 1024 * 1024, milliseconds: 60_000 } as const;
