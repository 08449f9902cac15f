import path from 'node:path';
import { postmasterOf } from '../postgres/postmaster.ts';
import { bornAt } from './born.ts';
import { endGroup } from './end-group.ts';
import { markedParts } from './part-mark.ts';
import type { Running } from './running.ts';
import { StartError } from './start-error.ts';

/** Milliseconds for a part to end by itself. */
const patience = 5_000;
/** Milliseconds for Postgres, which writes its buffers to disk before it ends. */
const databasePatience = 20_000;
/** Fast shutdown, then immediate shutdown (PostgreSQL, "Shutting Down the Server"). */
export const postgresStopSignals = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Ends what an earlier start left running when it was killed: the parts first, then their database. Ends only processes
 * that this start began. It knows them by their start time, or by their mark if the start was killed before it wrote
 * them down.
 *
 * @param folder   the data folder.
 * @param left     what that start wrote down, undefined if nothing.
 * @param database the folder of this folder's Postgres.
 * @throws StartError when one of them can't be ended.
 */
export const endLeftovers = async (
  folder: string,
  left: Running['parts'] | undefined,
  database: string,
  say: (line: string) => void,
): Promise<void> => {
  const known = Object.entries(left ?? {}).flatMap(([name, { pid, born }]) =>
    bornAt(pid) === born ? [{ name, pid }] : [],
  );
  const alive = [...known, ...markedParts(folder).filter(({ pid }) => known.every((one) => one.pid !== pid))];
  const parts = alive.filter(({ name }) => name !== 'postgres');
  const postmaster = alive.find(({ name }) => name === 'postgres')?.pid ?? postmasterOf(path.join(database, 'data'));
  const names = [...parts.map(({ name }) => name), ...(postmaster ? ['postgres'] : [])];
  if (names.length === 0) return;
  say(`An earlier start was killed and left parts running: ${names.join(', ')}. Ending them`);
  const stays: string[] = [];
  await Promise.all(
    parts.map(async ({ name, pid }) => {
      if (!(await endGroup(pid, ['SIGTERM'], patience))) stays.push(`${name} (process ${pid})`);
    }),
  );
  if (postmaster && !(await endGroup(postmaster, postgresStopSignals, databasePatience)))
    stays.push(`postgres (process ${postmaster})`);
  if (stays.length > 0)
    throw new StartError(`These can't be ended: ${stays.join(', ')}. End them yourself, then start again.`);
};
