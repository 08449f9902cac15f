import type { Database } from '#platform/database.ts';
import type { Finding } from '../../finding.ts';
import { verifyEnds } from './verify-ends.ts';
import { verifySeals } from './verify-seals.ts';
import { verifyStreams } from './verify-streams.ts';

/** The most streams that the verifier remembers as named. Above it, a stream may be named twice. */
const mostNamed = 100_000;

/**
 * Finds changes to the log after it was appended, one finding a stream. It reads in pages, so its memory does not grow
 * with the log. The processes may run meanwhile.
 *
 * It asks nothing outside this database, so it can't find three changes: the owner writes all events, commands,
 * `streams` and seals anew so that they agree; the owner removes the newest events since the last seal (10 s) with all
 * that names them; somebody calls `append_events` with the application's own right.
 *
 * @param onProgress gets the number of events checked so far.
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
