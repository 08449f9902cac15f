import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { bornAt } from './born.ts';

/** What runs on a data folder: who started it, where it is, and each part as a process id with its start time. */
const running = z.object({
  pid: z.int(),
  url: z.string().optional(),
  /** It has been told to end and is about to. */
  ending: z.boolean(),
  parts: z.record(z.string(), z.object({ pid: z.int(), born: z.string() })),
});
export type Running = z.output<typeof running>;

/** What the last start wrote; undefined when it ended in order, or what it wrote can't be read. */
export const readRunning = (file: string): Running | undefined => {
  try {
    return running.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Keeps the file up to date for as long as this process runs. */
export type RunningFile = Readonly<{
  setUrl: (url: string) => void;
  setEnding: () => void;
  record: (name: string, pid: number | undefined) => void;
  remove: () => void;
}>;

export const writeRunning = (file: string): RunningFile => {
  let now: Running = { pid: process.pid, ending: false, parts: {} };
  const write = (next: Running) => {
    now = next;
    try {
      writeFileSync(`${file}.new`, JSON.stringify(now, null, 2), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // The disk is full: parts keep running all the same, a later start may not know them.
    }
  };
  write(now);
  return {
    setUrl: (url) => write({ ...now, url }),
    setEnding: () => write({ ...now, ending: true }),
    record: (name, pid) => {
      const { [name]: _, ...others } = now.parts;
      const born = pid === undefined ? undefined : bornAt(pid);
      write({ ...now, parts: pid === undefined || born === undefined ? others : { ...others, [name]: { pid, born } } });
    },
    remove: () => rmSync(file, { force: true }),
  };
};
