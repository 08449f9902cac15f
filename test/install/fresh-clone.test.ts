import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../processes/sandbox-process.ts';
import { lastNet } from '../runner/limit.ts';

/**
 * The two commands of the README in a fresh clone, with install scripts held back: `npm start` until it is ready, `npm
 * test` until its first check and one suite have passed. FRESH_CLONES=on turns it on: it installs everything twice.
 */
const root = path.resolve(import.meta.dirname, '../..');
const left: string[] = [];
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) await endGroup(child, 'SIGKILL');
  for (const folder of left) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-fresh-'));
  left.push(folder);
  chmodSync(folder, 0o755);
  return folder;
};

/** Copies what git would clone, with changes that are not committed yet. */
const cloneTree = (): string => {
  const folder = newFolder();
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
  const tree = execFileSync('tar', ['-c', '--null', '--ignore-failed-read', '-T', '-'], {
    cwd: root,
    input: files,
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-x', '-C', folder], { input: tree });
  execFileSync('git', ['init', '-q'], { cwd: folder });
  return folder;
};

/** The newest npm, in a folder of its own, before the machine's. It needs a Node as new as the project's. */
const newestNpm = (): string => {
  const folder = newFolder();
  execFileSync('npm', ['install', 'npm@latest', '--prefix', folder, '--ignore-scripts', '--loglevel=error']);
  return [path.join(folder, 'node_modules', '.bin'), path.dirname(process.execPath)].join(path.delimiter);
};

const endGroup = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    process.kill(-(child.pid as number), signal);
    await ended;
  }
  running.delete(child);
};

/** What a person's terminal has, without this run's own settings. */
const environmentWith = (before: string, more: Readonly<Record<string, string>>) => {
  const { PATH = '', HOME, REDIS_URL: _, ...rest } = process.env;
  const own = Object.entries(rest).filter(([name]) =>
    /^(NODE_EXTRA_CA_CERTS|.*_proxy|LANG|TMPDIR|PORTICO_RUN|PORTICO_MEMORY)$/i.test(name),
  );
  return { ...Object.fromEntries(own), HOME, PATH: before ? `${before}${path.delimiter}${PATH}` : PATH, ...more };
};

const run = (cwd: string, env: NodeJS.ProcessEnv, command: string, args: readonly string[]) => {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const says = (pattern: RegExp) =>
    eventually(
      `"${pattern.source}"`,
      () => {
        if (pattern.test(output)) return true;
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`);
        return undefined;
      },
      6_000,
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${output}`);
    });
  return { says, output: () => output, end: (signal: NodeJS.Signals) => endGroup(child, signal), child };
};

describe.skipIf(process.env.FRESH_CLONES !== 'on')('the first commands in a fresh clone', { timeout: lastNet }, () => {
  // Side by side: they wait for the registry most of the time.
  it.concurrent.each([
    ["the machine's npm, with ignore-scripts=true", () => '', { npm_config_ignore_scripts: 'true' }, false],
    ['the newest npm', newestNpm, {}, true],
  ])('start everything, and test it: %s', async (_, npm, more, isTested) => {
    const clone = cloneTree();
    const env = environmentWith(npm(), more);

    const started = run(clone, env, 'npm', ['start', '--', '--free-ports']);
    await started.says(/Portico is ready: http/);
    await started.end('SIGINT');
    expect(started.output()).toContain('Stopping...');

    // `npm start` has installed all that the suites need, so one of both is enough.
    if (!isTested) return;
    const tested = run(clone, env, 'npm', ['test']);
    await tested.says(/(ok|FAILED) .* lint and format/);
    await tested.end('SIGKILL');
    expect(tested.output()).not.toMatch(/FAILED .* lint/);
    // A package of this platform, as that of lint is. The types themselves are checked by the run that this suite is a part of.
    expect(
      execFileSync(path.join(clone, 'node_modules', '.bin', 'tsc'), ['--version'], { env, encoding: 'utf8' }),
    ).toMatch(/^Version /);

    const node = path.join(clone, 'node_modules', '.bin', 'node');
    const suite = run(clone, env, node, ['node_modules/vitest/vitest.mjs', 'run', 'platform/settings.test.ts']);
    await eventually('the end of the suite', () => suite.child.exitCode !== null || undefined);
    expect(suite.child.exitCode, suite.output()).toBe(0);
  });
});
