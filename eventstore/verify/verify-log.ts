import type { Database } from '#platform/database.ts';
import type { Finding } from './finding.ts';
import { verifyEnds } from './verify-ends.ts';
import { verifySeals } from './verify-seals.ts';
import { verifyStreams } from './verify-streams.ts';

/** Streams that are remembered as named; beyond, one may be named once more. */
const mostNamed = 100_000;

/**
 * Looks for everything in the log that is not as it was appended, one finding a stream, in pages: memory does not grow
 * with the log. The processes may run meanwhile.
 *
 * What it can't find, because nothing outside this database is asked: an owner who writes all of it anew, events,
 * commands, `streams` and seals, so that they agree; the end of the log since the last seal (10 s), removed with
 * everything that names it; and what was appended by `append_events` with the application's own right.
 *
 * @param onProgress is told how many events were looked at so far.
 */
export async function* verifyLog(
  database: Database,
  onProgress: (events: number) => void = () => undefined,
): AsyncGenerator<Finding> {
  let events = 0;
  const named = new Set<string>();
  const parts = [
    verifyStreams(database, (count) => {
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
