import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type AsyncZipOptions, type AsyncZippable, zip } from 'fflate';
import { PermanentError } from '../engine/run.ts';
import { codeLimits } from './code-limits.ts';

/** The generator's own notes, a script that pushes to a repository, and settings of other people's CI. */
const leftOut = /^(\.openapi-generator(-ignore)?|git_push\.sh|\.travis\.yml|appveyor\.yml|\.github)(\/|$)/;

/** Relative, forward, without control characters and without a step upwards (requirement L3). */
const isSafe = (name: string): boolean =>
  !/[\p{Cc}\\:]/u.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** The first that an archive can say: the same files are the same bytes, whenever they are packed. */
const noTime = new Date(1980, 0, 1);

type Done = (error: Error | null, bytes: Uint8Array) => void;
const pack = promisify(zip as (files: AsyncZippable, options: AsyncZipOptions, done: Done) => void);

export type CodeArchive = Readonly<{ bytes: Uint8Array; files: number }>;

/**
 * Packs what was generated: plain files only, under names that are safe to unpack anywhere. Twice is the same twice.
 *
 * @throws PermanentError `codegen.too-large` or `codegen.failed`, when there is nothing or something odd.
 */
export const packCode = async (folder: string): Promise<CodeArchive> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: AsyncZippable = {};
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (entry.isDirectory() || leftOut.test(name)) continue;
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
  const packed = await pack(sorted, { mtime: noTime });
  if (packed.length > codeLimits.archiveBytes) throw new PermanentError({ code: 'codegen.too-large' });
  return { bytes: packed, files: seen.size };
};
