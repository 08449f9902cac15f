import { parseArgs } from 'node:util';
import { UsageError } from '../operator-error.ts';
import type { Asked, LogCommand } from './command.ts';

/** Events that `tail` shows by default. */
const usualCount = 10;
const mostCount = 10_000;

const options = {
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  follow: { type: 'boolean', default: false },
  count: { type: 'string' },
  to: { type: 'string' },
  checkpoints: { type: 'string' },
} as const;

const written = {
  yes: '[--yes]',
  follow: '[--follow]',
  count: '[--count <number>]',
  to: '--to <address>',
  checkpoints: '[--checkpoints <file>]',
};

/** Returns the usage of all commands. */
export const usageOf = (commands: Readonly<Record<string, LogCommand>>): string => {
  const lines = Object.entries(commands).map(([name, command]) => ({
    call: [name, command.words, ...(command.options ?? []).map((option) => written[option])].filter(Boolean).join(' '),
    does: command.does,
  }));
  const width = Math.max(...lines.map(({ call }) => call.length));
  return [
    'usage: npm run log -- <command> [--json]',
    ...lines.map(({ call, does }) => `  ${call.padEnd(width)}  ${does}`),
    '--json prints one JSON object a line. --yes answers the question that a command asks first.',
  ].join('\n');
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return undefined;
  }
};

/**
 * Reads the command line.
 *
 * @throws UsageError with the mistake and the usage.
 */
export const readLogArguments = (
  args: readonly string[],
  commands: Readonly<Record<string, LogCommand>>,
): Readonly<{ command: LogCommand; asked: Asked }> => {
  const refuse = (reason: string): never => {
    throw new UsageError(`${reason}\n${usageOf(commands)}`);
  };
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return refuse(name === '' ? 'Which command?' : 'There is no such command.');
  const parsed = parse(rest) ?? refuse(`${name} was given an option that it does not know.`);
  const { values, positionals: words } = parsed;
  const [least, most] = command.takes;
  if (words.length < least || words.length > most)
    return refuse(`Write it like this: ${`${name} ${command.words}`.trim()}`);
  const { json, yes, follow, to = '', checkpoints = '' } = values;
  for (const option of ['yes', 'follow', 'count', 'to', 'checkpoints'] as const)
    if (values[option] && !command.options?.includes(option)) return refuse(`${name} has no --${option}.`);
  const count = Number(values.count ?? usualCount);
  if (!Number.isInteger(count) || count < 1 || count > mostCount)
    return refuse(`--count is a number from 1 to ${mostCount}.`);
  return { command, asked: { words, json, yes, follow, count, to, checkpoints } };
};
