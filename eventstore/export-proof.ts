import type { Database } from '#platform/database.ts';
import type { HashedEvent } from './event-hash.ts';
import { createProver } from './merkle/tree.ts';
import { checkpointPlace, type TreeSource } from './merkle/tree-source.ts';
import type { EventStoreSettings } from './open-event-store.ts';
import { keptCheckpoints } from './postgres/log-checkpoints.ts';

/** An event with its exact stored bytes, and the proof that it is under the checkpoint. */
type ProvedEvent = HashedEvent &
  Readonly<{
    index: number;
    /** Microseconds since 1970. */
    recorded: string;
    previousHash: string;
    proof: readonly string[];
  }>;

/** @property note the newest signed checkpoint. `later`: events that it does not cover yet, and which are left out. */
type ProofExport = Readonly<{ note: string; events: readonly ProvedEvent[]; later: number }>;

/** Returns the newest signed checkpoint; undefined when there is none. */
export const newestNote = async (
  database: Database,
  { EVENTSTORE_URL: url }: Pick<EventStoreSettings, 'EVENTSTORE_URL'>,
): Promise<string | undefined> => {
  const { rows } = await database.query<{ note: string }>(
    `select note from ${checkpointPlace(url)} order by seal desc limit 1`,
  );
  return rows[0]?.note;
};

/**
 * Returns the events of a stream with proofs for somebody who has the log's public key and nothing else
 * (`scripts/verify-log-export.mjs`). Personal data stay encrypted.
 *
 * @returns undefined when there is no checkpoint yet.
 */
export const exportProof = async (
  database: Database,
  source: TreeSource,
  stream: string,
): Promise<ProofExport | undefined> => {
  const indexes = new Set<number>();
  const indexOf = new Map<string, number>();
  const prover = createProver(indexes);
  let note: string | undefined;
  let size = 0;
  for await (const kept of keptCheckpoints(database, source)) {
    for (const entry of kept.entries ?? []) {
      if (entry.stream === stream) {
        indexes.add(size);
        indexOf.set(entry.eventId, size);
      }
      prover.take(entry.leaf);
      size += 1;
    }
    note = kept.note;
  }
  if (note === undefined) return undefined;
  const { inclusion } = prover.end();
  const rows = await source.stream(stream);
  const events = rows.flatMap(({ previousHash, ...row }) => {
    const index = indexOf.get(row.eventId);
    if (index === undefined) return [];
    const proof = (inclusion.get(index) ?? []).map((node) => node.toString('base64'));
    return [{ index, ...row, previousHash: previousHash.toString('base64'), proof }];
  });
  return { note, events, later: rows.length - events.length };
};
