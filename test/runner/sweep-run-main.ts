import { readFileSync, rmSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEnvironments } from '#sandbox/process/environments.ts';

/*
 * Waits until its input is closed, which is when the test run ends whose folders it is told. Then ends every process
 * of the run and removes the folders.
 */
const folders = process.argv.slice(2);

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Those whose environment names a folder of the run. nginx writes its title over that, but has a folder in its command line. */
const processesOfRun = (): number[] =>
  readEnvironments()
    .filter(({ pid, entries }) => {
      const texts = [...entries, read(pid, 'cmdline')];
      return pid !== process.pid && folders.some((folder) => texts.some((text) => text.includes(folder)));
    })
    .map(({ pid }) => pid);

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

/** Milliseconds in which a Postgres releases its shared memory, and in which all end. */
const patience = { postgres: 5_000, all: 60_000 };

const sweep = async () => {
  const begun = Date.now();
  const isWithin = (milliseconds: number) => Date.now() - begun < milliseconds;
  for (let left = processesOfRun(); left.length > 0 && isWithin(patience.all); left = processesOfRun()) {
    for (const pid of left) {
      const isPostgres = read(pid, 'comm').trim() === 'postgres';
      send(pid, isPostgres && isWithin(patience.postgres) ? 'SIGQUIT' : 'SIGKILL');
    }
    await sleep(50);
  }
  for (const one of folders) rmSync(one, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
};

process.stdin.on('close', () => void sweep());
process.stdin.resume();
