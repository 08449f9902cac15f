/**
 * Thrown when a process can't run on what it found: its database, its log, a port. The message is a sentence for who runs
 * it. It has no stack trace and no secret.
 */
export class UnfitError extends Error {}
