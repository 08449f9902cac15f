import { bytesOf, type NoteSigner, type NoteVerifier } from './signed-note.ts';
import { leafHash, rootOf, type Tree } from './tree.ts';

/*
 * Checkpoints of the log in C2SP's format (https://c2sp.org/tlog-checkpoint): the log's name, the number of events, and the
 * root of the tree over them, in a signed note.
 */

/** An event as the tree knows it. `leaf` covers all of its stored bytes; the rest only names it. */
export type TreeEntry = Readonly<{ stream: string; version: number; eventId: string; leaf: Buffer }>;

/**
 * A checkpoint as it is kept.
 *
 * @property seal    the seal of the log that it goes up to (`log_seals`).
 * @property at      when it was made, in ISO 8601.
 * @property entries the events since the checkpoint before it. Without them, a change is found but not named.
 */
export type KeptCheckpoint = Readonly<{
  seal: number;
  at: string;
  note: string;
  entries?: readonly TreeEntry[] | undefined;
}>;

/**
 * Returns the leaf of an event.
 *
 * @param hash     computed from its stored bytes by `eventHash`.
 * @param recorded when it was stored, in microseconds since 1970: the event's own hash does not cover it.
 */
export const leafOf = (hash: Buffer, recorded: bigint): Buffer => {
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(recorded);
  return leafHash(Buffer.concat([hash, time]));
};

export const signCheckpoint = (signer: NoteSigner, tree: Tree): string =>
  signer.sign(`${signer.name}\n${tree.size}\n${rootOf(tree).toString('base64')}\n`);

/**
 * Returns what a checkpoint says; undefined when this key has not signed it, it is of another log, or is not written in the one way that it
 * can be written. Lines after the third are for others.
 */
export const openCheckpoint = (
  verifier: NoteVerifier,
  note: string,
): Readonly<{ size: number; root: Buffer }> | undefined => {
  const [origin, size = '', encoded = '', ...others] = verifier.open(note)?.split('\n') ?? [];
  const root = bytesOf(encoded);
  const isWhole = others.pop() === '' && !others.includes('');
  if (origin !== verifier.name || !/^(?:0|[1-9]\d{0,14})$/.test(size) || root?.length !== 32 || !isWhole)
    return undefined;
  return { size: Number(size), root };
};

/** Writes entries, one a line. Names of streams have no personal data. */
export const writeEntries = (entries: readonly TreeEntry[]): string =>
  entries
    .map(({ stream, version, eventId, leaf }) => `${stream} ${version} ${eventId} ${leaf.toString('base64')}`)
    .join('\n');

export const readEntries = (text: string): readonly TreeEntry[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const [stream = '', version, eventId = '', leaf = ''] = line.split(' ');
        return { stream, version: Number(version), eventId, leaf: Buffer.from(leaf, 'base64') };
      });
