import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** Bytes that a packed payload may have when it is opened. */
const openedLimit = 1024 * 1024;
/** A frame of zstd names the memory that its reader needs. This is 8 MB, as much as the usual levels of packing name. */
const windowLimit = 23;

const begins = (bytes: Uint8Array, ...signs: number[]): boolean => signs.every((sign, at) => bytes[at] === sign);

/** Returns how bytes are packed, by how they begin; undefined when they are not. */
export const packingOf = (bytes: Uint8Array): 'gzip' | 'zstd' | undefined => {
  if (begins(bytes, 0x1f, 0x8b, 8)) return 'gzip';
  return begins(bytes, 0x28, 0xb5, 0x2f, 0xfd) ? 'zstd' : undefined;
};

const open = {
  gzip: (bytes: Uint8Array) => gunzipSync(bytes, { maxOutputLength: openedLimit }),
  zstd: (bytes: Uint8Array) =>
    zstdDecompressSync(bytes, {
      maxOutputLength: openedLimit,
      params: { [constants.ZSTD_d_windowLogMax]: windowLimit },
    }),
} as const;

const tooLarge: readonly unknown[] = ['ERR_BUFFER_TOO_LARGE', 'ZSTD_error_frameParameter_windowTooLarge'];

/**
 * Opens a packed payload of a stranger, once: what is packed inside it stays packed. Never more than 1 MB comes out. Call it in a child
 * process only.
 *
 * @returns what is in it; 'too-large'; 'broken' for bytes that only begin as if they were packed.
 */
export const openPacked = (packing: 'gzip' | 'zstd', bytes: Uint8Array): Uint8Array | 'too-large' | 'broken' => {
  try {
    return open[packing](bytes);
  } catch (error) {
    return error instanceof Error && 'code' in error && tooLarge.includes(error.code) ? 'too-large' : 'broken';
  }
};
