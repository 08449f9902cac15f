import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually, temporaryFolder } from '../../test/processes/sandbox-process.ts';
import { bornAt } from './born.ts';
import { openDataFolder } from './data-folder.ts';
import { markOf } from './part-mark.ts';

const own = { folder: '', remove: () => {} };
beforeEach(() => void Object.assign(own, temporaryFolder()));
afterEach(() => own.remove());

const file = () => path.join(own.folder, 'running.json');
const quiet = () => undefined;
const sentenceOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'it was opened',
    (error: Error) => error.message,
  );

it('a second start never names a process that does not use the folder', async () => {
  const stranger = spawn('sleep', ['300'], { stdio: 'ignore' });
  const first = await openDataFolder(own.folder, quiet);
  // As a killed start left it. Another process has its id now.
  const old = { pid: stranger.pid, born: 'long ago', url: 'http://localhost:1', ending: false, parts: {} };
  writeFileSync(file(), JSON.stringify(old));
  const said = await sentenceOf(openDataFolder(own.folder, quiet));
  expect(said).toMatch(/^Portico is already running\. Use it, or end it with Ctrl-C in its terminal$/);
  first.release();
  stranger.kill('SIGKILL');
});

it('a start records its processes, so that the next start can end them if it is killed', async () => {
  const deaf = spawn(
    process.execPath,
    ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('on')"],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const pid = deaf.pid as number;
  await new Promise((resolve) => deaf.stdout.once('data', resolve));
  const parts = { worker: { pid, born: bornAt(pid) } };
  writeFileSync(file(), JSON.stringify({ pid: 1, born: 'long ago', ending: false, parts }));
  const first = openDataFolder(own.folder, quiet);
  await eventually('its entry', () => readFileSync(file(), 'utf8').includes(String(process.pid)));
  expect(JSON.parse(readFileSync(file(), 'utf8')).parts).toEqual(parts);
  expect(await sentenceOf(openDataFolder(own.folder, quiet))).toContain(`kill ${process.pid}`);
  const opened = await first;
  expect(bornAt(pid)).toBeUndefined();
  expect(JSON.parse(readFileSync(file(), 'utf8')).parts).toEqual({});
  opened.release();
  expect(existsSync(file())).toBe(false);
});

it('ends a part of a start that was killed before it could record the part', async () => {
  const begin = (name: string, folder: string) => {
    const env = { ...process.env, ...markOf(name, folder) };
    return spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env }).pid as number;
  };
  const [ownPart, others] = [begin('projector', own.folder), begin('projector', `${own.folder}-2`)];
  const said: string[] = [];
  const opened = await openDataFolder(own.folder, (line) => said.push(line));
  expect(said.join()).toContain('left parts running: projector. Ending them');
  expect([bornAt(ownPart), typeof bornAt(others)]).toEqual([undefined, 'string']);
  process.kill(others, 'SIGKILL');
  opened.release();
});
