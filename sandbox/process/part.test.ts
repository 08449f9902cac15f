import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { eventually, isAlive } from '../../test/processes/sandbox-process.ts';
import { bornAt } from './born.ts';
import { type Part, supervise, usualPauses } from './part.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-part-'));
const pauses = { first: 10, longest: 40, steady: 60_000 };
let part: Part | undefined;

afterEach(() => part?.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (name: string, code: string, own: Partial<typeof pauses> = {}, ports: readonly number[] = []) => {
  const lines: string[] = [];
  const pids: number[] = [];
  const logFile = path.join(folder, `${name}.log`);
  part = supervise(
    {
      name,
      title: 'The part',
      command: { file: process.execPath, args: ['-e', code], env: process.env },
      ready: { says: 'ready' },
      ports,
      logFile,
    },
    {
      say: (line) => lines.push(line),
      record: (_, pid) => pid !== undefined && pids.push(pid),
      folder,
      pauses: { ...pauses, ...own },
    },
  );
  part.start();
  return { part, lines, pids, log: () => readFileSync(logFile, 'utf8') };
};

const works = `console.log('ready'); setInterval(() => {}, 1000);`;

describe('a part that never works', () => {
  it('is reported five times, then tried again silently', async () => {
    const { lines, pids, log } = run('broken', `console.error('no disk'); process.exit(3);`);
    await eventually('seven attempts', () => pids.length >= 7);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('The part has died (exit code 3). It is started again in 0 s.');
    expect(lines[4]).toMatch(/^The part has died 5 times in a row \(exit code 3\)\..*everything else keeps running/);
    expect(lines[4]).toContain(path.join(folder, 'broken.log'));
    expect(log()).toContain('no disk');
  });

  it('is tried again every 5 s at least', async () => {
    expect(usualPauses.longest).toBeLessThanOrEqual(5_000);
    const { lines } = run('often', 'process.exit(1);', {
      longest: usualPauses.longest,
      first: usualPauses.longest * 4,
    });
    await eventually('an end', () => lines.length > 0);
    expect(lines[0]).toContain('It is started again in 5 s.');
  });

  it('is reported if it cannot even be started', async () => {
    const lines: string[] = [];
    part = supervise(
      {
        name: 'absent',
        title: 'The part',
        command: { file: path.join(folder, 'no-such-program'), args: [] },
        ready: { says: 'ready' },
        ports: [],
        logFile: path.join(folder, 'absent.log'),
      },
      { say: (line) => lines.push(line), record: () => undefined, folder, pauses },
    );
    part.start();
    await eventually('a line', () => lines.length > 0);
    expect(lines[0]).toMatch(/^The part has died \(.*ENOENT/);
  });
});

describe('a part whose port another program has', () => {
  it('is not started, names the port, and works as soon as it is free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { lines, pids } = run('without-port', works, {}, [port]);
    await eventually('many attempts', () => lines.length === 5);
    expect(lines[0]).toBe(
      `The part could not be started (another program uses its port ${port}). It is started again in 0 s.`,
    );
    expect(lines[4]).toContain(`could not be started 5 times in a row (another program uses its port ${port})`);
    expect(pids).toEqual([]);
    other.close();
    await eventually('its start', () => pids.length === 1);
  });
});

describe('a part that works', () => {
  it('is reported as back each time after it was killed', async () => {
    const { part: it_, lines, pids } = run('killed', works);
    await it_.started;
    process.kill(pids[0] as number, 'SIGKILL');
    await eventually('its return', () => lines.length === 2);
    expect(lines).toEqual(['The part has died (SIGKILL). It is started again in 0 s.', 'The part is back.']);
  });

  it('ends the processes that it started, which would otherwise run beside its successor', async () => {
    const helper = "const { pid } = require('node:child_process').spawn('sleep', ['300'], { stdio: 'ignore' });";
    const { pids, log } = run('with-helper', `${helper} console.log('helper', pid); ${works}`);
    const helpers = () => [...log().matchAll(/helper (\d+)/g)].map(([, pid]) => Number(pid));
    await eventually('its helper', () => helpers().length === 1);
    process.kill(pids[0] as number, 'SIGKILL');
    await eventually('the next one', () => helpers().length === 2);
    await eventually('the end of the first helper', () => bornAt(helpers()[0] as number) === undefined, 125);
  });

  it('is reported as back only after it has worked for a while, if it ended many times', async () => {
    const { lines, pids } = run('shaky', works, { steady: 1_000 });
    for (let end = 1; end <= 5; end += 1) {
      await eventually('the next process', () => pids.length === end);
      process.kill(pids[end - 1] as number, 'SIGKILL');
    }
    await eventually('its return', () => lines.at(-1)?.includes('has worked for'));
    expect(lines.filter((line) => line.includes('5 times in a row'))).toHaveLength(1);
  });

  it('ends on request with the processes that it started, and is not started again', async () => {
    const { part: it_, pids, lines } = run('stopped', works);
    await it_.started;
    await it_.stop();
    expect(isAlive(pids[0] as number)).toBe(false);
    expect(lines).toEqual([]);
    it_.start();
    await eventually('a new process', () => pids.length === 2);
  });
});
