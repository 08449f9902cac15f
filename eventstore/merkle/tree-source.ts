import type { HashedEvent } from '../event-hash.ts';
import type { StoredEvent } from '../stored-event.ts';
import type { TreeEntry } from './checkpoint.ts';

/** The table of checkpoints. Those of a log in KurrentDB have one of their own: they are of another tree, with another key. */
export type CheckpointPlace = 'log_checkpoints' | 'server_checkpoints';

/** @param url EVENTSTORE_URL; undefined: the log is in Postgres. */
export const checkpointPlace = (url: string | undefined): CheckpointPlace =>
  url === undefined ? 'log_checkpoints' : 'server_checkpoints';

/** An event that passes by. `isSound`: its own hash is that of its bytes. */
export type ReadLeaf = TreeEntry & Readonly<{ stored: StoredEvent; isSound: boolean }>;

/** An event with everything that its leaf is computed from. `recorded`: microseconds since 1970. */
export type LeafEvent = HashedEvent & Readonly<{ recorded: string; previousHash: Buffer }>;

/** How many events the log has up to a seal. */
type Sealed = Readonly<{ seal: number; events: number }>;

/**
 * The log as a tree is made of it. Its leaves are computed from the stored bytes: no hash of the log is believed.
 *
 * @property eventsAt returns how many events there are up to a seal; undefined when there is no such seal.
 * @property nextSeal returns the first seal after a number.
 * @property leaves   reads the events between two seals, in the order of the log, by pages.
 * @property sealed   reads all sealed events. It goes on with what is sealed meanwhile, until somebody asks for an event that no seal
 *   covers: whoever knows of a checkpoint finds all of its events. Events that are not sealed may still get others before them.
 * @property isStored returns whether the log has an event, wherever it is.
 * @property stream   reads the events of a stream.
 */
export type TreeSource = Readonly<{
  place: CheckpointPlace;
  eventsAt: (seal: number) => Promise<number | undefined>;
  nextSeal: (after: number) => Promise<Sealed | undefined>;
  leaves: (after: number, until: number) => AsyncGenerator<readonly ReadLeaf[]>;
  sealed: () => AsyncGenerator<ReadLeaf>;
  isStored: (entry: TreeEntry) => Promise<boolean>;
  stream: (stream: string) => Promise<readonly LeafEvent[]>;
}>;
