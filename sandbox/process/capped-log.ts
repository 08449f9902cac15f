import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Bytes of one log file. The file before it is kept too, so a part has at most twice as much. */
const usualLimit = 10 * 1024 * 1024;

/**
 * Opens a log that continues the file of an earlier start and never fills the disk: a full file becomes `<file>.1`.
 * Leaves out what can't be written, because a log must never stop the part that writes it.
 */
export const openCappedLog = (file: string, limit = usualLimit): ((chunk: Buffer | string) => void) => {
  mkdirSync(path.dirname(file), { recursive: true });
  let target = openSync(file, 'a');
  let size = fstatSync(target).size;
  return (chunk) => {
    try {
      if (size > 0 && size + chunk.length > limit) {
        closeSync(target);
        renameSync(file, `${file}.1`);
        target = openSync(file, 'a');
        size = 0;
      }
      writeSync(target, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      size += chunk.length;
    } catch {
      // The disk is full, or somebody removed the folder.
    }
  };
};
