import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../operator-error.ts';

type Terminal = Readonly<{ stdin: NodeJS.ReadableStream & { isTTY?: boolean }; stderr: NodeJS.WritableStream }>;

/**
 * Asks before acting.
 *
 * @param plan     says what will be done.
 * @param yes      whether --yes was given. Then nothing is asked.
 * @param response what the person has to type. Default: `yes`.
 * @throws OperatorError when something else is typed, or the input is not a terminal.
 */
export const confirm = async (
  plan: string,
  yes: boolean,
  response = 'yes',
  { stdin, stderr }: Terminal = process,
): Promise<void> => {
  if (yes) return;
  if (!stdin.isTTY)
    throw new OperatorError(`${plan}\nNothing was changed: without a terminal there is nobody to ask. Add --yes.`);
  const lines = createInterface({ input: stdin, output: stderr });
  // Ctrl-C and the end of the input count as a refusal.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const typed = await Promise.race([lines.question(`${plan}\nType ${response} to go on: `), ended]);
    if (typed.trim() !== response) throw new OperatorError('Nothing was changed.');
  } finally {
    lines.close();
  }
};
