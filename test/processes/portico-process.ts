import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { bareEnvironment } from './bare-environment.ts';

export type PorticoPart = 'bff' | 'projector' | 'worker';

const scripts: Record<PorticoPart, string> = {
  bff: 'bff/main.ts',
  projector: 'projections/main.ts',
  worker: 'workers/main.ts',
};

/** `output` is all that it has printed; `code` is there when it has ended. `stop` kills it unless told. */
export type PorticoProcess = Readonly<{
  output: () => string;
  code: () => number | null;
  ended: Promise<void>;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}>;

/**
 * Starts a process of a checkout as `npm run <part>` does.
 *
 * @param env every setting; of this process's own environment only PATH is handed on.
 */
export const startPart = (
  checkout: string,
  part: PorticoPart,
  env: Readonly<Record<string, string>>,
): PorticoProcess => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(checkout, scripts[part])], {
    cwd: checkout,
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-50_000);
    });
  const closed = once(child, 'close').then(() => undefined);
  return {
    output: () => output,
    code: () => child.exitCode,
    ended: closed,
    stop: async (signal = 'SIGKILL') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await closed;
    },
  };
};
