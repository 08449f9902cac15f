import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';

export const memory = '/dev/shm';
const enough = 4 * 1024 ** 3;

const roomIn = (folder: string): number => {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory());
};

/**
 * Returns the folder for data of tests that nobody keeps: in memory where 4 GB are free, in the folder of the run. On a busy disk a new database
 * takes a second, and every commit some milliseconds.
 */
export const quickFolder = (): string => (roomIn(memory) >= enough ? (process.env.PORTICO_MEMORY ?? memory) : tmpdir());
