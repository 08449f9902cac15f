import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { compressionsAlgorithms } from '@platformatic/kafka';

/** Bytes that one batch may have when it is unpacked: a message of 10 MB, and some room. */
const unpackedLimit = 16 * 1024 * 1024;

/** How Snappy's own frames begin, which Java writes; then blocks, each with its length. */
const framed = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const frameHead = 16;

/** Returns the number at the beginning of a block of Snappy: how many bytes it unpacks to. */
const snappySize = (block: Buffer): number => {
  let size = 0;
  for (let at = 0; at < 5 && at < block.length; at += 1) {
    const byte = block[at] ?? 0;
    size += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return size;
  }
  throw new RangeError('the size of a block');
};

const snappySizes = (packed: Buffer): number => {
  if (!packed.subarray(0, framed.length).equals(framed)) return snappySize(packed);
  let sum = 0;
  for (let at = frameHead; at + 4 <= packed.length; ) {
    const length = packed.readUInt32BE(at);
    sum += snappySize(packed.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return sum;
};

/** Returns how many bytes a frame of LZ4 unpacks to at most: no block is longer than the frame says, and none grows more than 255 times. */
const lz4Most = (packed: Buffer): number => {
  const flags = packed.readUInt8(4);
  const block = 2 ** (8 + 2 * ((packed.readUInt8(5) >> 4) & 7));
  const [sizeBytes, dictionaryBytes] = [flags & 8 ? 8 : 0, flags & 1 ? 4 : 0];
  let sum = 0;
  for (let at = 7 + sizeBytes + dictionaryBytes; at + 4 <= packed.length; ) {
    const length = packed.readUInt32LE(at) & 0x7f_ff_ff_ff;
    if (length === 0) break;
    sum += Math.min(block, length * 255);
    at += 4 + length + (flags & 16 ? 4 : 0);
  }
  return sum;
};

const within = (size: number): void => {
  if (size > unpackedLimit) throw new RangeError('a batch that unpacks to too much');
};

/**
 * Unpacks the records of a batch, whatever a stranger has packed: what would be too large is refused before there is memory for it.
 *
 * @param packing the lowest three bits of a batch's attributes.
 * @throws Error for what is too large, broken or of an unknown packing.
 */
export const unpack = (packing: number, packed: Buffer): Buffer => {
  const limit = { maxOutputLength: unpackedLimit };
  switch (packing) {
    case 0:
      return packed;
    case 1:
      return gunzipSync(packed, limit);
    case 2:
      within(snappySizes(packed));
      return compressionsAlgorithms.snappy.decompressSync(packed);
    case 3:
      within(lz4Most(packed));
      return compressionsAlgorithms.lz4.decompressSync(packed);
    case 4:
      return zstdDecompressSync(packed, limit);
    default:
      throw new RangeError(`packing ${packing}`);
  }
};
