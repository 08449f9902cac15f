import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';
import { writeWhole } from '../gateway/write-whole.ts';
import { bornAt } from './born.ts';

/** The processes on a data folder: the launcher, its address, and each part, as process ids with start times. */
const running = z.object({
  pid: z.int(),
  /** Earlier releases did not write it. */
  born: z.string().optional(),
  url: z.string().optional(),
  /** True while it ends. */
  ending: z.boolean(),
  parts: z.record(z.string(), z.object({ pid: z.int(), born: z.string() })),
});
export type Running = z.output<typeof running>;

/** Returns what the last start wrote. Undefined if it ended in order, or if the file can't be read. */
export const readRunning = (file: string): Running | undefined => {
  try {
    return running.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Returns whether the process that wrote it still runs. Another process may have its id now. */
export const isAtWork = ({ pid, born }: Running): boolean => born !== undefined && bornAt(pid) === born;

/** Keeps the file up to date for as long as this process runs. */
export type RunningFile = Readonly<{
  setUrl: (url: string) => void;
  setEnding: () => void;
  record: (name: string, pid: number | undefined) => void;
  forgetLeftovers: () => void;
  remove: () => void;
}>;

/** @param left the parts that an earlier start left running. They stay in the file until `forgetLeftovers`. */
export const writeRunning = (file: string, left: Running['parts'] = {}): RunningFile => {
  let now: Running = { pid: process.pid, born: bornAt(process.pid), ending: false, parts: left };
  const write = (next: Running) => {
    now = next;
    try {
      writeWhole(file, JSON.stringify(now, null, 2));
    } catch {
      // The disk is full. The parts keep running, but a later start may not know them.
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
    forgetLeftovers: () => write({ ...now, parts: {} }),
    remove: () => rmSync(file, { force: true }),
  };
};
