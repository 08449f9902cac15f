import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Swallows the terminal's echo. */
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Reads a secret: asks at a terminal, otherwise reads the first line of standard input. A secret in the arguments could be
 * seen by everybody on the machine.
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
