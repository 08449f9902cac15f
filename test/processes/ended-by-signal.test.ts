import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, expect, it } from 'vitest';
import { readEnvironments } from '#sandbox/process/environments.ts';
import { lastNet } from '../runner/limit.ts';
import { eventually, temporaryFolder } from './sandbox-process.ts';

/*
 * Starts the two commands of the README as a person does, ends them in each way, and counts what is left. The processes of a
 * command are found by `TMPDIR`, which they inherit.
 */
const root = path.resolve(import.meta.dirname, '../..');
const { folder, remove } = temporaryFolder();
const variable = `TMPDIR=${folder}`;

type Left = Readonly<{ pid: number; command: string }>;
const left = (): Left[] =>
  readEnvironments()
    .filter(({ entries }) => entries.some((entry) => entry.startsWith(variable)))
    .map(({ pid }) => ({ pid, command: commandOf(pid) }));
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};
const has = (text: string) => left().some(({ command }) => command.includes(text)) || undefined;

const npm = (...args: string[]): ChildProcess => {
  const { PORTICO_RUN: _run, PORTICO_MEMORY: _memory, REDIS_URL: _redis, KONG_ADMIN_URL: _kong, ...env } = process.env;
  // Its own npm, whichever called this test, and a group of its own, as in a terminal.
  return spawn('npm', args, {
    cwd: root,
    env: { ...env, TMPDIR: folder, PORTICO_DATA: path.join(folder, 'data') },
    detached: true,
    stdio: 'ignore',
  });
};

afterEach(() => {
  for (const { pid } of left()) process.kill(pid, 'SIGKILL');
});
afterAll(remove);

const launcher = (): number => {
  const found = left().find(({ command }) => /^\S*node scripts\/launch\.mjs/.test(command));
  if (!found) throw new Error('no launcher runs');
  return found.pid;
};

const ways = [
  ['TERM to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['INT to npm', (pid: number) => process.kill(pid, 'SIGINT')],
  ['INT to the whole group', (pid: number) => process.kill(-pid, 'SIGINT')],
  ['KILL to the launcher', () => process.kill(launcher(), 'SIGKILL')],
] as const;

const endBy = async (child: ChildProcess, way: (pid: number) => boolean) => {
  const ended = once(child, 'exit');
  way(child.pid as number);
  await ended;
  // Only a killed launcher ends before its children.
  await eventually(`the end of ${left().map(({ command }) => command)}`, () => left().length === 0 || undefined);
};

it.skipIf(process.platform !== 'linux').each(ways)(
  'npm start leaves no process: %s',
  { timeout: lastNet },
  async (_, way) => {
    const child = npm('start', '--', '--free-ports');
    const running = path.join(folder, 'data', 'running.json');
    await eventually('Portico', () => has('bff/main.ts') && has('workers/main.ts') && has('postgres'), 3_000);
    await endBy(child, way);
    expect(existsSync(running)).toBe(false);
  },
);

it.skipIf(process.platform !== 'linux').each(ways)(
  'npm test leaves no process and no file: %s',
  { timeout: lastNet },
  async (_, way) => {
    const child = npm('test', '--', 'gateway');
    await eventually('workers of Vitest', () => has('vitest/dist/workers') && has('postgres -D'), 3_000);
    const run = left().flatMap(({ pid }) => readEnvironments().find((one) => one.pid === pid)?.entries ?? []);
    const folders = [...new Set(run.filter((entry) => /^PORTICO_(RUN|MEMORY)=/.test(entry)))].map((entry) =>
      entry.slice(entry.indexOf('=') + 1),
    );
    expect(folders.filter((one) => existsSync(one))).not.toEqual([]);
    await endBy(child, way);
    expect(folders.filter((one) => existsSync(one))).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('portico-'))).toEqual([]);
  },
);
