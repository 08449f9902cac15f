import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Bytes before the records of a batch, and those before its length counts. */
const headBytes = 61;
const uncounted = 12;
/** Bytes of a partition. The oldest half is dropped above it: a stand-in keeps no more. */
const sizeLimit = 64 * 1024 * 1024;

type Batch = Readonly<{ bytes: Buffer; first: bigint; next: bigint; until: number }>;

const batchOf = (bytes: Buffer): Batch => {
  const first = bytes.readBigInt64BE(0);
  return { bytes, first, next: first + BigInt(bytes.readInt32BE(23)) + 1n, until: Number(bytes.readBigInt64BE(35)) };
};

/** Returns the batches in a text of them. One that is cut at its end, by a kill, is left out. */
const batchesIn = (data: Buffer): Batch[] => {
  const batches: Batch[] = [];
  for (let at = 0; at + headBytes <= data.length; ) {
    const length = data.readInt32BE(at + 8) + uncounted;
    if (length < headBytes || at + length > data.length) break;
    batches.push(batchOf(data.subarray(at, at + length)));
    at += length;
  }
  return batches;
};

/** The messages of one partition, as batches that are kept as they came: packed or not. */
export class PartitionLog {
  readonly #file: string;
  #batches: Batch[];

  constructor(file: string) {
    this.#file = file;
    this.#batches = existsSync(file) ? batchesIn(readFileSync(file)) : [];
  }

  /** The first offset that is there, and the one that comes next. */
  get start(): bigint {
    return this.#batches[0]?.first ?? 0n;
  }

  get end(): bigint {
    return this.#batches.at(-1)?.next ?? 0n;
  }

  /**
   * Appends batches, and gives them their offsets.
   *
   * @param largest bytes of a batch.
   * @returns the first offset; undefined when one is too large, and then none is kept.
   */
  append(data: Buffer, largest: number): bigint | undefined {
    const came = batchesIn(Buffer.from(data));
    if (came.some(({ bytes }) => bytes.length > largest)) return undefined;
    const first = this.end;
    for (const { bytes } of came) {
      bytes.writeBigInt64BE(this.end, 0);
      this.#batches.push(batchOf(bytes));
    }
    appendFileSync(this.#file, Buffer.concat(came.map(({ bytes }) => bytes)));
    this.#dropOld();
    return first;
  }

  /** Returns whole batches from an offset on: at least one, and no more bytes than that. */
  read(from: bigint, most: number): Buffer {
    const found: Buffer[] = [];
    let size = 0;
    for (const { bytes, next } of this.#batches) {
      if (next <= from) continue;
      if (found.length > 0 && size + bytes.length > most) break;
      found.push(bytes);
      size += bytes.length;
    }
    return Buffer.concat(found);
  }

  /** Returns the first offset of a batch with messages from a time on, in milliseconds; -1 when there is none. */
  offsetAt(time: number): bigint {
    return this.#batches.find(({ until }) => until >= time)?.first ?? -1n;
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }

  #dropOld(): void {
    const size = this.#batches.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size <= sizeLimit) return;
    this.#batches = this.#batches.slice(Math.ceil(this.#batches.length / 2));
    // Whole or not at all: a kill leaves the file before it.
    writeFileSync(`${this.#file}.new`, Buffer.concat(this.#batches.map(({ bytes }) => bytes)));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
