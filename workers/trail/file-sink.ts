import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '#platform/error-code.ts';
import { lineOf } from './line.ts';
import type { TrailSink } from './sink.ts';

/** Bytes that are read at once to find the end of the last whole line. */
const step = 65_536;

const newline = 10;

/** Returns where the last whole line of a file ends. */
const endOfLines = async (handle: FileHandle, size: number): Promise<number> => {
  const buffer = Buffer.alloc(step);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - step);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(newline);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
};

const inodeAt = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).ino;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** Makes a new file durable in its folder. */
const syncFolder = async (file: string): Promise<void> => {
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/**
 * Appends lines to a file. It is opened for each batch, so a rotation needs no signal. Where the file was rotated or removed
 * meanwhile, the batch comes once more into the new one: a rotated file may be packed already.
 *
 * A crash or a full disk can leave the beginning of a line at the end. It is cut off before the next line.
 */
export const createFileSink = (file: string): TrailSink => ({
  name: 'trail-file',
  send: async (entries) => {
    const isNew = (await inodeAt(file)) === undefined;
    // Nonblocking, because a pipe without a reader would never be opened.
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
    const handle = await open(file, flags, 0o640);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new Error('it is not a file');
      const end = await endOfLines(handle, found.size);
      if (end < found.size) await handle.truncate(end);
      await handle.appendFile(entries.map((entry) => `${lineOf(entry)}\n`).join(''));
      await handle.datasync();
      if (isNew) await syncFolder(file);
      if ((await inodeAt(file)) !== found.ino) throw new Error('it was rotated');
    } finally {
      await handle.close();
    }
  },
});
