import type { Database } from '#platform/database.ts';
import type { Finding } from '../../finding.ts';
import type { KeptCheckpoint } from '../../merkle/checkpoint.ts';
import type { NoteVerifier } from '../../merkle/signed-note.ts';
import type { SealCheck } from '../../seal-check.ts';
import { postgresSource } from '../read-leaves.ts';
import { verifyCheckpoints } from './verify-checkpoints.ts';
import { verifyEnds } from './verify-ends.ts';
import { verifySeals } from './verify-seals.ts';
import { verifyStreams } from './verify-streams.ts';

type Means = Readonly<{
  verifier?: NoteVerifier;
  sealCheck?: SealCheck;
  outside?: (() => AsyncIterable<KeptCheckpoint>) | undefined;
}>;

/** The most streams that the verifier remembers as named. Above it, a stream may be named twice. */
const mostNamed = 100_000;

/**
 * Finds changes to the log after it was appended, one finding a stream. It reads in pages, so its memory does not grow
 * with the log. The processes may run meanwhile.
 *
 * Without checkpoints that were kept outside this database it can't find three changes: the owner writes all events, commands,
 * `streams` and seals anew so that they agree, and removes the checkpoints; the owner removes the newest events since the last
 * seal (10 s) with all that names them; and, before seals of events are demanded, somebody calls `append_events` with the
 * application's own right.
 *
 * @param onProgress gets the number of events checked so far.
 * @param verifier   checks the signatures of checkpoints. Undefined: they are not looked at.
 * @param sealCheck  checks the seals of events. Undefined: they are not looked at.
 * @param outside    returns checkpoints that were kept outside, from the first on. Default: none.
 */
export async function* verifyLog(
  database: Database,
  onProgress: (events: number) => void = () => undefined,
  { verifier, sealCheck, outside }: Means = {},
): AsyncGenerator<Finding> {
  const source = postgresSource(database);
  let events = 0;
  const named = new Set<string>();
  // First, because they also tell since when.
  const parts = [
    ...(verifier && outside ? [verifyCheckpoints(database, verifier, source, outside)] : []),
    ...(verifier ? [verifyCheckpoints(database, verifier, source)] : []),
    verifyStreams(database, sealCheck, (count) => {
      events += count;
      onProgress(events);
    }),
    verifyEnds(database),
    verifySeals(database),
  ];
  for (const part of parts) {
    for await (const finding of part) {
      if (finding.stream !== '' && named.has(finding.stream)) continue;
      if (named.size < mostNamed) named.add(finding.stream);
      yield finding;
    }
  }
}
