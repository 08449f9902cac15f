import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** What is typed is shown nowhere. */
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Reads one line that must not be seen: asked for at a terminal, else the first one of what is piped in. Arguments would
 * show it to everybody on the machine.
 */
export const readSecret = async (question: string): Promise<string> => {
  const { stdin } = process;
  if (stdin.isTTY) process.stderr.write(question);
  const lines = createInterface({ input: stdin, output: silent(), terminal: stdin.isTTY === true });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
    if (stdin.isTTY) process.stderr.write('\n');
  }
};
