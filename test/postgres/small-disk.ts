import { execFileSync } from 'node:child_process';
import { closeSync, globSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { openSession, runSql } from './sql.ts';

/** `fill` leaves no room for another row, `free` gives it back. */
export type SmallDisk = Readonly<{
  fill: () => Promise<void>;
  free: () => Promise<void>;
  close: () => Promise<void>;
}>;

const size = '40m';
const written = ['events', 'streams', 'commands', 'sessions', 'subscriptions', 'spec_documents'];

const mountSmall = (megabytes: string): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-disk-'));
  try {
    // Postgres refuses to run as root, so the test's cluster is nobody's.
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes},uid=65534,gid=65534,mode=700`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
};

/** Moves a database's tables to a file system of a few megabytes. Its server must run on this machine as `nobody`. */
const onFileSystem = async (ownerUrl: string, folder: string): Promise<SmallDisk> => {
  const space = path.basename(folder).replaceAll('-', '_').toLowerCase();
  const session = await openSession(ownerUrl);
  await session.query(`create tablespace ${space} location '${folder}'`);
  await session.query(`alter table all in tablespace pg_default set tablespace ${space}`);
  await session.query(`alter index all in tablespace pg_default set tablespace ${space}`);
  return {
    fill: async () => {
      await session.query(`create table filler (content text) tablespace ${space}`);
      // Smaller and smaller, down to a page: a big one that does not fit leaves room for small ones.
      for (const rows of [2_000, 200, 20, 1]) {
        const insert = `insert into filler select repeat(md5(random()::text), 60) from generate_series(1, ${rows * 4})`;
        for (let left = true; left; ) left = await session.query(insert).then(() => true, stopWhenFull);
      }
    },
    free: async () => {
      await session.query('drop table filler');
      // The server keeps the space of a dropped table until its next checkpoint.
      await session.query('checkpoint');
    },
    close: async () => {
      await session.query(`alter table all in tablespace ${space} set tablespace pg_default`);
      await session.query(`alter index all in tablespace ${space} set tablespace pg_default`);
      await session.query(`drop tablespace ${space}`);
      await session.end();
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
};

const stopWhenFull = (error: unknown): false => {
  if (error instanceof Error && 'code' in error && error.code === '53100') return false;
  throw error;
};

/** The same answer of Postgres, where nothing may be mounted: each written table refuses with "disk full". */
export const byTrigger = async (ownerUrl: string): Promise<SmallDisk> => {
  await runSql(
    ownerUrl,
    `create function refuse_as_full() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
  );
  const onEach = (sql: (table: string) => string) => runSql(ownerUrl, ...written.map(sql));
  return {
    fill: () =>
      onEach(
        (table) =>
          `create trigger full_disk before insert or update on ${table} for each row execute function refuse_as_full()`,
      ),
    free: () => onEach((table) => `drop trigger full_disk on ${table}`),
    close: async () => undefined,
  };
};

/** A file system for a whole server. `fill` leaves not a byte, and takes away what new connections would only read. */
export type ServerDisk = Readonly<{ folder: string; fill: () => void; free: () => void; close: () => void }>;

/** Writes into a file until not a byte of its file system is left. */
const fillUp = (filler: string): void => {
  const file = openSync(filler, 'a');
  for (const bytes of [1 << 20, 4_096, 1])
    for (let left = true; left; ) {
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch {
        left = false;
      }
    }
  closeSync(file);
};

const serverSize = '400m';

/** Mounts one; undefined where this process may not. */
export const mountServerDisk = (megabytes = serverSize): ServerDisk | undefined => {
  const folder = mountSmall(megabytes);
  if (folder === undefined) return undefined;
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const caches = () => globSync('**/pg_internal.init', { cwd: folder });
      // A connection that is opened meanwhile writes them again, and later ones then need no room.
      do {
        // Postgres does so itself after a change of its catalog. The next connection writes them anew.
        for (const name of caches()) rmSync(path.join(folder, name), { force: true });
        fillUp(filler);
      } while (caches().length > 0);
    },
    free: () => rmSync(filler),
    close: () => {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
};

/** A database whose disk can be filled: really where this process may mount a file system, by triggers elsewhere. */
export const giveSmallDisk = async (ownerUrl: string): Promise<SmallDisk> => {
  const folder = mountSmall(size);
  return folder === undefined ? byTrigger(ownerUrl) : onFileSystem(ownerUrl, folder);
};
