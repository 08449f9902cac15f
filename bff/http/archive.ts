import { createHash } from 'node:crypto';
import { createDeflateRaw } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';

/** Bytes of an archive. A zip file without extensions can't say where something is beyond 4 GiB. */
const largestArchive = 2 ** 32 - 2 ** 20;

/** A file of an archive, deflated outside the thread that answers calls. */
class DeflatedFile extends ZipPassThrough {
  override readonly compression = 8;
  readonly #deflate = createDeflateRaw();
  #taken: Promise<void> = Promise.resolve();

  constructor(name: string, now: Date) {
    super(name);
    this.mtime = now;
    this.#deflate.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata(null, chunk, false));
  }

  protected override process(chunk: Uint8Array, final: boolean): void {
    this.#taken = new Promise((resolve, reject) => {
      this.#deflate.once('error', reject);
      const taken = () => {
        this.#deflate.off('error', reject);
        resolve();
      };
      if (!final) {
        this.#deflate.write(chunk, taken);
        return;
      }
      this.#deflate.once('end', () => {
        this.ondata(null, new Uint8Array(), true);
        taken();
      });
      this.#deflate.end(chunk);
    });
  }

  async write(bytes: Uint8Array, isLast: boolean): Promise<void> {
    this.push(bytes, isLast);
    await this.#taken;
  }
}

/** What is known of a file when all of it is in the archive. */
export type ArchivedFile = Readonly<{ name: string; bytes: number; sha256: string }>;

/**
 * Creates a zip archive whose parts can be sent while it is made. Its list of files is its end, so no program opens one that was cut.
 *
 * @property add returns a file's parts of the archive. It ends with what is known of the file. @throws when the archive is too large
 * @property end returns the end of the archive.
 */
export const createArchive = (now: Date) => {
  const made: Uint8Array[] = [];
  const taken = function* () {
    while (made.length > 0) yield made.shift() as Uint8Array;
  };
  let size = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    size += chunk.length;
    made.push(chunk);
  });
  return {
    add: async function* (
      name: string,
      parts: AsyncIterable<string> | Iterable<string>,
    ): AsyncGenerator<Uint8Array, ArchivedFile> {
      const file = new DeflatedFile(name, now);
      zip.add(file);
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const part of parts) {
        const chunk = Buffer.from(part);
        hash.update(chunk);
        bytes += chunk.length;
        await file.write(chunk, false);
        if (size > largestArchive) throw new Error('the export is too large for one archive');
        yield* taken();
      }
      await file.write(new Uint8Array(), true);
      yield* taken();
      return { name, bytes, sha256: hash.digest('hex') };
    },
    end: function* (): Generator<Uint8Array> {
      zip.end();
      yield* taken();
    },
  };
};
