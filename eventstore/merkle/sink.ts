import type { KeptCheckpoint } from './checkpoint.ts';

/**
 * A place outside the database that keeps checkpoints.
 *
 * @property newest returns the newest checkpoint that is there; undefined for none, and for a place that does not say.
 * @property read   returns all that are there, from the first on. Undefined: the place does not say.
 * @property wrong  returns what a person should look at there, although it keeps checkpoints.
 */
export type Sink = Readonly<{
  name: 'folder' | 'address' | 'database' | 'bucket';
  newest: () => Promise<KeptCheckpoint | undefined>;
  read: (() => AsyncIterable<KeptCheckpoint>) | undefined;
  wrong?: () => Promise<string | undefined>;
  keep: (checkpoint: KeptCheckpoint) => Promise<void>;
  close: () => Promise<void>;
}>;

/** A place that holds nothing open. */
export const nothingOpen = async (): Promise<void> => undefined;
