import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/**
 * @property minutes  how long people work: first undisturbed, then disturbed. Waiting for the end and checking come on top.
 * @property seed     seed of all random choices.
 * @property commands commands a second, on average. Use fewer on a busy machine, because commands that it can't carry
 *                    out in time pile up.
 * @property keep     whether to keep data and logs if nothing was found.
 */
export type ChaosOptions = Readonly<{ minutes: number; seed: number; commands: number; keep: boolean }>;

/** Returns the seconds at the beginning without disturbances: a sixth of all, a minute and a half at most. */
export const calmSeconds = (minutes: number): number => Math.min(90, minutes * 10);

const usage = 'npm run chaos -- [--minutes 5] [--seed <number>] [--commands 3] [--keep]';

/** Reads the options. Ends the process with a message if they are wrong. */
export const readChaosOptions = (args: readonly string[]): ChaosOptions => {
  const refuse = (why: string): never => {
    console.error(`${why}\n${usage}`);
    process.exit(64);
  };
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '5' },
        seed: { type: 'string' },
        commands: { type: 'string', default: '3' },
        keep: { type: 'boolean', default: false },
      },
    });
    const minutes = Number(values.minutes);
    const seed = values.seed === undefined ? randomInt(1_000_000_000) : Number(values.seed);
    if (!(minutes > 0 && minutes <= 24 * 60)) return refuse(`--minutes is ${values.minutes}; it is up to a day`);
    if (!Number.isSafeInteger(seed) || seed < 0) return refuse(`--seed is ${values.seed}; it is a whole number`);
    const commands = Number(values.commands);
    if (!(commands > 0 && commands <= 100)) return refuse(`--commands is ${values.commands}; it is up to 100 a second`);
    return { minutes, seed, commands, keep: values.keep };
  } catch (error) {
    return refuse((error as Error).message);
  }
};
