import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { lastNet } from '#test/runner/limit.ts';

/** Runs a benchmark on a few rows, as `npm run bench -- <args>` does. */
const bench = async (...args: string[]) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/main.ts', ...args], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};

it('every benchmark runs to its end', { timeout: lastNet }, async () => {
  const { code, output } = await bench('small');
  expect(code, output).toBe(0);
  for (const line of [
    /^list: gallery, 16 at a time/m,
    /^command: deploy request/m,
    /^deploy, from click to verified at the gateway: p50 \d+ ms/m,
    /^large task: p50 of another's new key/m,
    /^large task: p95 of another's command/m,
    /^read and append on .*KurrentDB, 16 at a time .*bare$/m,
    /^copy to .*: \d+ events a second/m,
    /^read tables of \d+ events, from/m,
    /^from append to read tables, p95/m,
    /^gallery of 300 APIs, first page, against the bare SQL/m,
    /^overview of 30 deployments, page=300/m,
    /^overview of 60 keys, sort=lastUsed/m,
    /^replay: rebuild of 300 APIs/m,
    /^telemetry: posts of 200, 8 at a time/m,
  ])
    expect(output).toMatch(line);
  expect(output).not.toMatch(/NaN|undefined|Infinity/);
});

it.each([
  ['export', [/^history: export as jsonl, .* MB more/m, /^history: export as csv, .* MB more/m]],
  [
    'objects',
    [
      /^objects: first look without calls \d+ ms/m,
      /^objects: longest of \d+ looks without changes \d+ ms/m,
      /^objects: longest of \d+ first looks \d+ ms/m,
      /^objects: \d+ lists and searches/m,
    ],
  ],
  ['report', [/^report page: first page/m, /^report chart: series/m, /^telemetry beside readers, against COPY/m]],
  ['topics', [/^\/api\/event-topics +p50/m, /^one more topic,/m, /^one more subscription,/m]],
] as const)('the benchmark of %s runs to its end', { timeout: lastNet }, async (part, lines) => {
  const { code, output } = await bench(part, 'small');
  expect(code, output).toBe(0);
  for (const line of lines) expect(output).toMatch(line);
  expect(output).not.toMatch(/NaN|undefined|Infinity/);
});

it('names its parts when it is asked for another', async () => {
  const { code, output } = await bench('nothing');
  expect(code).toBe(1);
  expect(output).toMatch(
    /usage: npm run bench \[-- companies \| eventstore \| export \| fairness \| history \| ingestion \| large \| lists \| objects \| report \| road \| topics\] \[small\]/,
  );
});
