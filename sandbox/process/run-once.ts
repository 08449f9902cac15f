import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endGroup } from './end-group.ts';
import type { PartCommand } from './part.ts';

/** A program that ends by itself. `stop` ends it earlier, with all processes that it started. */
export type Once = Readonly<{ ended: Promise<number | null>; stop: () => Promise<unknown> }>;

/**
 * Runs a program that prints to this terminal.
 *
 * @param record keeps its process id, so that a later start knows it; undefined when it has ended.
 */
export const runOnce = ({ file, args, cwd, env }: PartCommand, record: (pid: number | undefined) => void): Once => {
  const child = spawn(file, args, {
    env: { ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'inherit', 'inherit'],
    // In a group of its own, like every part, so that Ctrl-C reaches only the launcher.
    detached: true,
  });
  record(child.pid);
  const ended = once(child, 'exit').then(([code]) => {
    record(undefined);
    return code as number | null;
  });
  return {
    ended,
    stop: async () => {
      if (child.pid && child.exitCode === null && child.signalCode === null)
        await endGroup(child.pid, ['SIGTERM'], 5_000);
    },
  };
};
