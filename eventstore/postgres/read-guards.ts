import type { Database } from '#platform/database.ts';
import { beginning, type Guard } from '../event-store.ts';
import { positionSql } from './position.ts';

/** Returns guards as the last append left them; version 0 and no passes for one that was never used. */
export const readGuards = async (database: Database, names: readonly string[]): Promise<readonly Guard[]> => {
  const { rows } = await database.query<Guard>(
    `select g.name, g.version, g.passes, ${positionSql('c')} as position
     from guards g join commands c on c.command_id = g.command_id where g.name = any($1)`,
    [names],
  );
  const found = new Map(rows.map((guard) => [guard.name, guard]));
  return names.map((name) => found.get(name) ?? { name, version: 0, passes: 0, position: beginning });
};
