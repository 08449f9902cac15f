import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = `import { crashPoint } from '#platform/crash-point.ts';
for (const name of ['a', 'b', 'a', 'b', 'a']) { crashPoint(name); process.stdout.write(name); }`;

const run = (env: Record<string, string>) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });

test('does nothing without the variable', () => {
  expect(run({})).toMatchObject({ status: 0, stdout: 'ababa' });
});

test('H5: kills the process at the named hit', () => {
  expect(run({ CRASHPOINT: 'a#2' })).toMatchObject({ signal: 'SIGKILL', stdout: 'ab' });
});

test('lists every hit', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portico-'));
  const file = join(directory, 'hits');
  expect(run({ CRASHPOINT: 'list', CRASHPOINT_LOG: file }).status).toBe(0);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual(['a', 'b', 'a', 'b', 'a']);
  rmSync(directory, { recursive: true });
});
