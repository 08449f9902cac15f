import { freemem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byTrigger, mountServerDisk, type ServerDisk } from '#test/postgres/small-disk.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';

/** Megabytes that hold all tables of a sweep of an hour, and the bytes of memory that must be free for them. */
const size = 2_000;
const memory = 6e9;

/** Fills the disk of the database and frees it again. `how`: for the report. */
export type SmallDisk = Readonly<{
  how: string;
  fill: () => Promise<void>;
  free: () => Promise<void>;
  /** Takes the file system away, after the database has ended. */
  close: () => void;
}>;

/** The tables move one by one, while the portal uses them: a deadlock is tried again. */
const moveTo = async (ownerUrl: string, { folder }: ServerDisk): Promise<void> => {
  const space = path.basename(folder).replaceAll('-', '_').toLowerCase();
  await runSql(ownerUrl, `create tablespace ${space} location '${folder}'`);
  const session = await openSession(ownerUrl);
  try {
    await session.query("set lock_timeout = '5s'");
    for (const what of ['table', 'index'])
      for (let left = 20; ; left -= 1) {
        const moving = session.query(`alter ${what} all in tablespace pg_default set tablespace ${space}`);
        const error = await moving.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) break;
        if (left === 0) throw error;
        await sleep(200);
      }
  } finally {
    await session.end();
  }
};

/**
 * Puts the tables of a database on a disk that can be filled. Where this process may mount no file system, each written table
 * refuses with the same answer of Postgres instead.
 */
export const openSmallDisk = async (ownerUrl: string): Promise<SmallDisk> => {
  const disk = freemem() > memory ? mountServerDisk(`${size}m`) : undefined;
  if (disk) {
    await moveTo(ownerUrl, disk);
    return {
      how: 'a file system of its own',
      fill: async () => disk.fill(),
      free: async () => disk.free(),
      close: disk.close,
    };
  }
  const { fill, free } = await byTrigger(ownerUrl);
  return { how: 'played by triggers, because only root may mount a file system', fill, free, close: () => undefined };
};
