import type { Database } from '#platform/database.ts';
import type { Finding } from '../../finding.ts';

const pageSize = 1_000;

/**
 * Finds streams that are shorter than `streams` or their newest command says: somebody removed their end, or all of
 * them. When somebody also lowers `streams` and removes the commands, the seals show it.
 */
export async function* verifyEnds(database: Database): AsyncGenerator<Finding> {
  let last = '';
  for (;;) {
    const { rows } = await database.query<{ stream: string; version: number }>(
      `select said.stream, ends.version + 1 as version
       from (
         select stream, max(version) as version
         from (select stream, version from streams union all select stream, version from commands) as both_say
         where stream > $1 group by stream
       ) as said
       cross join lateral (
         select coalesce(max(e.version), 0) as version from events e where e.stream = said.stream
       ) as ends
       where ends.version < said.version order by said.stream limit ${pageSize}`,
      [last],
    );
    for (const { stream, version } of rows) yield { stream, version, reason: 'missing' };
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.stream ?? last;
  }
}
