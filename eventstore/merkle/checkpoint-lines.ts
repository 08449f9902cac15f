import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { type KeptCheckpoint, readEntries, writeEntries } from './checkpoint.ts';

/*
 * Checkpoints as they are kept outside: a JSON object a line. A line may be there twice, or torn by a crash.
 */

const line = z.object({
  seal: z.int().check(z.positive()),
  at: z.string(),
  note: z.string(),
  entries: z.optional(z.string()),
});

export const writeCheckpointLine = ({ seal, at, note, entries }: KeptCheckpoint): string =>
  JSON.stringify({ seal, at, note, ...(entries && { entries: writeEntries(entries) }) });

/** Returns the checkpoint of a line; undefined for a torn line, and for that of another log. */
export const readCheckpointLine = (text: string, log: string): KeptCheckpoint | undefined => {
  try {
    const { seal, at, note, entries } = line.parse(JSON.parse(text));
    return note.startsWith(`${log}\n`)
      ? { seal, at, note, entries: entries === undefined ? undefined : readEntries(entries) }
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads the checkpoints of a log from a file, in the order of their seals. A line that was sent again is left out.
 *
 * @param start the byte at which a line begins. Default: the first.
 */
export async function* readCheckpointFile(path: string, log: string, start = 0): AsyncGenerator<KeptCheckpoint> {
  let last = 0;
  const input = createReadStream(path, { encoding: 'utf8', start });
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const kept = readCheckpointLine(text, log);
      if (!kept || kept.seal <= last) continue;
      last = kept.seal;
      yield kept;
    }
  } finally {
    input.destroy();
  }
}
