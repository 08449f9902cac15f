import { createPool } from '#platform/database.ts';
import type { KeptCheckpoint } from './checkpoint.ts';
import { readCheckpointLine, writeCheckpointLine } from './checkpoint-lines.ts';
import type { Sink } from './sink.ts';

/** Checkpoints that are read at once. */
const pageSize = 1_000;

/**
 * Keeps checkpoints in the table `portico_checkpoints` of another Postgres (docs/log.md has its statement). It only reads and
 * inserts, so the role needs no other right.
 */
export const createDatabaseSink = (url: string, log: string): Sink => {
  const pool = createPool(url, { applicationName: 'portico-checkpoints', max: 2, statementTimeout: 10_000 });
  const linesAfter = async (seal: number): Promise<readonly { seal: number; line: string }[]> =>
    (
      await pool.query<{ seal: number; line: string }>(
        'select seal, line from portico_checkpoints where log = $1 and seal > $2 order by seal limit $3',
        [log, seal, pageSize],
      )
    ).rows;
  async function* read(): AsyncGenerator<KeptCheckpoint> {
    for (let rows = await linesAfter(0); rows.length > 0; rows = await linesAfter(rows.at(-1)?.seal ?? 0))
      for (const { line } of rows) {
        const kept = readCheckpointLine(line, log);
        if (kept) yield kept;
      }
  }
  return {
    name: 'database',
    newest: async () => {
      const { rows } = await pool.query<{ line: string }>(
        'select line from portico_checkpoints where log = $1 order by seal desc limit 1',
        [log],
      );
      if (!rows[0]) return undefined;
      const kept = readCheckpointLine(rows[0].line, log);
      // Somebody wrote into it. Taken for nothing that is kept, it would never be compared.
      if (!kept) throw new Error('the newest checkpoint that is kept there is no checkpoint of this log');
      return kept;
    },
    read,
    keep: async (checkpoint) => {
      await pool.query('insert into portico_checkpoints (log, seal, line) values ($1, $2, $3) on conflict do nothing', [
        log,
        checkpoint.seal,
        writeCheckpointLine(checkpoint),
      ]);
    },
    close: () => pool.end(),
  };
};
