import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** Fonts and pictures are compressed already. */
const isText = /\.(js|css|svg|json)$/;
/** Bytes below which a smaller file saves nothing: it still takes a packet. */
const least = 1024;
/** The best one (11) takes twenty times as long for 5 % less. */
const quality = 9;

/**
 * Returns the window in which Brotli looks for repeated text, as a power of two: as large as a text needs. The usual one takes
 * 16 MB of memory for each file, which cost most of the time.
 */
const windowFor = (bytes: number): number =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(16, Math.ceil(Math.log2(bytes)) + 1));

/** Writes each text beside itself as it goes over the network, so that the server compresses nothing while somebody waits. */
export const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const write = async (name: string) => {
      const file = path.join(dir, name);
      const text = await readFile(file);
      if (text.length < least) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(text.length),
      };
      await writeFile(`${file}.br`, await inBrotli(text, { params }));
      await writeFile(`${file}.gz`, await inGzip(text, { level: constants.Z_BEST_COMPRESSION }));
    };
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => isText.test(name))
        .map(write),
    );
  },
});
