import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const maker = path.join(import.meta.dirname, 'bundle-main.ts');

/**
 * Returns one file of a program and all that it imports, made once in a run. A sweep starts the same program again and again: to
 * load its hundreds of sources and packages takes three times as long as that file.
 *
 * @param file the program's source. It is returned itself outside of a run.
 */
export const bundled = (file: string): string => {
  const { PORTICO_RUN: run } = process.env;
  if (!run) return file;
  const name = createHash('sha256').update(file).digest('hex').slice(0, 12);
  // It is removed with the run: `hold-run.ts`.
  const folder = path.join(run, `bundle-${name}`);
  const program = path.join(folder, 'main.mjs');
  if (existsSync(program)) return program;
  const made = mkdtempSync(`${folder}-`);
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', maker, file, made], { stdio: 'inherit' });
  try {
    renameSync(made, folder);
  } catch {
    // Another suite was faster.
    rmSync(made, { recursive: true });
  }
  return program;
};
