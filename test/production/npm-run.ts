import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { bareEnvironment } from '../processes/bare-environment.ts';
import { bundled } from '../processes/bundled.ts';

export const root = path.join(import.meta.dirname, '..', '..');

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Run dozens of times in a run of the tests; the others a few times, as they are. */
const often = 'log';

/** The file that `npm run <name>` starts by the launcher. */
const fileOf = (name: string): string => {
  const [, file] = /^node scripts\/launch\.mjs (\S+)$/.exec(scripts[name] ?? '') ?? [];
  if (!file) throw new Error(`npm run ${name} starts no file by the launcher`);
  return path.join(root, file);
};

export type Ran = Readonly<{ code: number | null; output: string }>;

/**
 * Runs what `npm run <name> -- <args>` runs, to its end.
 *
 * @param env   every setting; of this process's own environment only PATH is handed on.
 * @param input what is piped in.
 */
export const npmRun = async (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ran> => {
  const file = fileOf(name);
  const program = name === often ? bundled(file) : file;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    cwd: root,
    env: { ...bareEnvironment, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, output };
};

/** Returns the commands of the `npm run` lines in docs/production.md, in their order, each once. */
export const commandsOfProduction = (): string[] => {
  const text = readFileSync(path.join(root, 'docs/production.md'), 'utf8');
  return [...new Set([...text.matchAll(/^ *npm run (\S+)/gm)].map(([, name = '']) => name))];
};
