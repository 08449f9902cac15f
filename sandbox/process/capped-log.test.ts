import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openCappedLog } from './capped-log.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a log keeps its newest lines in at most two files of the limit', () => {
  const file = path.join(folder, 'part.log');
  const write = openCappedLog(file, 1_000);
  for (let line = 0; line < 1_000; line += 1) write(Buffer.from(`line ${line}\n`));
  expect(statSync(file).size).toBeLessThanOrEqual(1_000);
  expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(1_000);
  expect(readFileSync(file, 'utf8')).toMatch(/line 999\n$/);
});

it('a log continues the file of an earlier start', () => {
  const file = path.join(folder, 'again.log');
  openCappedLog(file)('first\n');
  openCappedLog(file)('second\n');
  expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
});
