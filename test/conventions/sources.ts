import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');

export type Source = Readonly<{ file: string; text: string; lines: number }>;

/** Every file that git knows or would take, below the folders given, by its ending. */
export const readSources = async (endings: RegExp, ...folders: readonly string[]): Promise<Source[]> => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = [...new Set(listed.split('\n'))].filter((file) => endings.test(file));
  const sources = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(root, file), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : { file, text, lines: text.split('\n').length - 1 };
    }),
  );
  return sources.filter((source) => source !== undefined);
};
