import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type AsyncZipOptions, type AsyncZippable, zip } from 'fflate';
import { PermanentError } from '../engine/run.ts';
import { codeLimits } from './code-limits.ts';

/**
 * Files that the archive omits: the generator's own notes, a script that pushes to a repository, and settings of CI
 * services.
 */
const omitted = /^(\.openapi-generator(-ignore)?|git_push\.sh|\.travis\.yml|appveyor\.yml|\.github)(\/|$)/;

/** Returns whether a path is safe: relative, without control characters, backslashes or `..` (requirement L3). */
const isSafe = (name: string): boolean =>
  !/[\p{Cc}\\:]/u.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** The earliest time in an archive. With a constant time, equal files always give equal bytes. */
const constantTime = new Date(1980, 0, 1);

type Done = (error: Error | null, bytes: Uint8Array) => void;
const pack = promisify(zip as (files: AsyncZippable, options: AsyncZipOptions, done: Done) => void);

export type CodeArchive = Readonly<{ bytes: Uint8Array; files: number }>;

/**
 * Packs the generated files: only plain files, with names that are safe to unpack anywhere. Equal files give equal
 * archives.
 *
 * @throws PermanentError `codegen.too-large`, or `codegen.failed` when there are no files or other things than files.
 */
export const packCode = async (folder: string): Promise<CodeArchive> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: AsyncZippable = {};
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (entry.isDirectory() || omitted.test(name)) continue;
    if (!entry.isFile() || !isSafe(name) || seen.has(name.toLowerCase()))
      throw new PermanentError({ code: 'codegen.failed' });
    seen.add(name.toLowerCase());
    bytes += (await stat(file)).size;
    if (seen.size > codeLimits.files || bytes > codeLimits.bytes)
      throw new PermanentError({ code: 'codegen.too-large' });
    files[name] = await readFile(file);
  }
  if (seen.size === 0) throw new PermanentError({ code: 'codegen.failed' });
  const sorted = Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
  const packed = await pack(sorted, { mtime: constantTime });
  if (packed.length > codeLimits.archiveBytes) throw new PermanentError({ code: 'codegen.too-large' });
  return { bytes: packed, files: seen.size };
};
