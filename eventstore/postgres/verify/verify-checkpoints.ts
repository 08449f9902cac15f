import type { Database } from '#platform/database.ts';
import type { Finding } from '../../finding.ts';
import { type KeptCheckpoint, openCheckpoint, type TreeEntry } from '../../merkle/checkpoint.ts';
import type { NoteVerifier } from '../../merkle/signed-note.ts';
import { addLeaves, emptyTree, rootOf } from '../../merkle/tree.ts';
import type { TreeSource } from '../../merkle/tree-source.ts';
import { keptCheckpoints } from '../log-checkpoints.ts';

/** Kept outside or in this database. */
type Kept = AsyncIterable<KeptCheckpoint> | Iterable<KeptCheckpoint>;

/**
 * Names an event that differs from the one that a checkpoint has at its place.
 *
 * @param isKnown returns whether a checkpoint has an event with this id.
 */
const nameDifference = async (
  source: TreeSource,
  kept: TreeEntry,
  found: TreeEntry | undefined,
  isKnown: (eventId: string) => Promise<boolean>,
): Promise<Omit<Finding, 'since'>> => {
  const { stream, version } = kept;
  if (found?.eventId === kept.eventId) return { stream, version, reason: 'changed' };
  if (!found || !(await source.isStored(kept))) return { stream, version, reason: 'missing' };
  const wasAdded = !(await isKnown(found.eventId));
  return wasAdded
    ? { stream: found.stream, version: found.version, reason: 'added' }
    : { stream, version, reason: 'moved' };
};

/**
 * Compares the log with checkpoints, from the first event on, and names the first event that differs, with the oldest
 * checkpoint that has it as it was: it was changed after that. Where no checkpoint differs, all events up to the newest one are
 * the ones that were signed.
 *
 * @param outside returns checkpoints that were kept outside, in their order and without gaps. Where they have no entries, the
 *   checkpoint is named instead of the event. Where the oldest ones were deleted, it begins with the log's own events up to the
 *   first that is left, whose root is signed. Default: those of this database, all of them.
 */
export async function* verifyCheckpoints(
  database: Database,
  verifier: NoteVerifier,
  source: TreeSource,
  outside?: () => Kept,
): AsyncGenerator<Finding> {
  const all = outside ?? (() => keptCheckpoints(database, source));
  const isKnown = async (eventId: string): Promise<boolean> => {
    for await (const { entries = [] } of all()) if (entries.some((entry) => entry.eventId === eventId)) return true;
    return false;
  };
  const events = source.sealed();
  let signed = emptyTree;
  /** Adds the log's own events, as far as there are as many. */
  const foldUntil = async (size: number): Promise<void> => {
    while (signed.size < size) {
      const { value: found } = await events.next();
      if (!found) return;
      signed = addLeaves(signed, [found.leaf]);
    }
  };
  for await (const { seal, note, at, entries } of all()) {
    const said = openCheckpoint(verifier, note);
    const wrong = (reason: Finding['reason']): Finding => ({ stream: '', version: seal, reason });
    if (!said) {
      yield wrong('unsigned');
      return;
    }
    const since = { events: said.size, at };
    if (entries) {
      if (outside && signed.size === 0) await foldUntil(said.size - entries.length);
      signed = addLeaves(
        signed,
        entries.map(({ leaf }) => leaf),
      );
      if (said.size !== signed.size || !said.root.equals(rootOf(signed))) {
        yield { ...wrong('rewritten'), since };
        return;
      }
      for (const entry of entries) {
        const { value: found } = await events.next();
        if (found?.leaf.equals(entry.leaf)) continue;
        yield { ...(await nameDifference(source, entry, found, isKnown)), since };
        return;
      }
      continue;
    }
    await foldUntil(said.size);
    if (said.size === signed.size && said.root.equals(rootOf(signed))) continue;
    yield { ...wrong('rewritten'), since };
    return;
  }
}
