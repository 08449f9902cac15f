import { someAtOnce } from '#platform/some-at-once.ts';
import { type BucketAccess, createBucketCalls } from './bucket-calls.ts';
import type { KeptCheckpoint } from './checkpoint.ts';
import { readCheckpointLine, writeCheckpointLine } from './checkpoint-lines.ts';
import { nothingOpen, type Sink } from './sink.ts';

/** Objects that are read at once. */
const atOnce = 8;

/** The digits of a seal in a name, so that names are in the order of seals. */
const digits = 12;

/**
 * Keeps each checkpoint in a bucket of an S3-compatible store, in an object of its own that is written once. It only lists, reads
 * and adds, so its key needs no other right.
 *
 * @param patience milliseconds that the store has for a call.
 */
export const createBucketSink = (access: BucketAccess, log: string, patience = 10_000): Sink => {
  const { get, put, list } = createBucketCalls(access, patience);
  const within = log.replaceAll('/', '-');
  const nameOf = (seal: number) => `${within}/${String(seal).padStart(digits, '0')}.json`;
  const sealOf = (name: string): number | undefined => {
    const seal = Number.parseInt(name.slice(within.length + 1), 10);
    return seal > 0 && seal < 10 ** digits && nameOf(seal) === name ? seal : undefined;
  };

  /** Something that is there and is no checkpoint. */
  let other: string | undefined;

  /** Returns seals after one, in order: a page of them, or as many as are wanted. Others among them hide none. */
  const sealsAfter = async (seal: number, most?: number): Promise<readonly number[]> => {
    const seals: number[] = [];
    let hasOthers = false;
    for (let after = nameOf(seal); ; ) {
      const names = await list(within, after, hasOthers ? undefined : most);
      const others = names.filter((name) => sealOf(name) === undefined);
      other ??= others[0];
      seals.push(...names.flatMap((name) => sealOf(name) ?? []));
      if (seals.length >= (most ?? 1) || others.length === 0) return seals;
      after = names.at(-1) ?? after;
      // In whole pages from now on: there may be many.
      hasOthers = true;
    }
  };

  let known: KeptCheckpoint | undefined;
  /** Some stores don't know how to write only what is not there yet. They are asked before. */
  let knowsNew = true;

  /**
   * Returns the newest seal that is there; 0 for none. Looks for a seal after which there is none in growing and then in halved steps:
   * a store lists from the first name on, and in a year there are three million.
   */
  const newestSeal = async (): Promise<number> => {
    const last = known?.seal ?? 0;
    const [first, second] = last === 0 ? [0] : await sealsAfter(last - 1, 2);
    if (last > 0 && first === last && second === undefined) return last;
    // Somebody has taken away what was there: from the beginning.
    let low = first === last ? last : 0;
    let high: number | undefined;
    for (let step = 0; high === undefined || low < high; ) {
      const probe = high === undefined ? low + step : Math.floor((low + high) / 2);
      const [next] = await sealsAfter(probe, 1);
      if (next === undefined) high = probe;
      else low = next;
      step = Math.max(1, step * 2);
    }
    return low;
  };

  const readSeal = async (seal: number): Promise<KeptCheckpoint | undefined> => {
    const text = await get(nameOf(seal));
    return text === undefined ? undefined : readCheckpointLine(text, log);
  };

  async function* read(): AsyncGenerator<KeptCheckpoint> {
    for (let seals = await sealsAfter(0); seals.length > 0; seals = await sealsAfter(seals.at(-1) ?? 0))
      for (let from = 0; from < seals.length; from += atOnce)
        for (const kept of await someAtOnce(atOnce, seals.slice(from, from + atOnce), readSeal)) if (kept) yield kept;
  }

  return {
    name: 'bucket',
    close: nothingOpen,
    read,
    wrong: async () => {
      if (other && !(await list(within, other.slice(0, -1))).includes(other)) other = undefined;
      return other && `something that is no checkpoint is kept there: ${other.slice(0, 120)}`;
    },
    newest: async () => {
      const seal = await newestSeal();
      if (seal === 0) known = undefined;
      else if (seal !== known?.seal) {
        const kept = await readSeal(seal);
        // Somebody wrote into it. Taken for nothing that is kept, it would never be compared.
        if (kept?.seal !== seal)
          throw new Error('the newest checkpoint that is kept there is no checkpoint of this log');
        known = { ...kept, entries: undefined };
      }
      return known;
    },
    keep: async (checkpoint) => {
      const name = nameOf(checkpoint.seal);
      // With its end, so that objects one after the other are a file of lines.
      const line = `${writeCheckpointLine(checkpoint)}\n`;
      let status = knowsNew ? await put(name, line, true) : 501;
      if (status === 501) {
        knowsNew = false;
        status = (await get(name)) === undefined ? await put(name, line, false) : 412;
      }
      // Written before a crash, or by another process.
      if (status === 412 && (await readSeal(checkpoint.seal))?.note !== checkpoint.note)
        throw new Error(`something else is kept there as checkpoint ${checkpoint.seal}`);
      known = { ...checkpoint, entries: undefined };
    },
  };
};
