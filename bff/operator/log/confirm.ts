import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../operator-error.ts';

type Terminal = Readonly<{ stdin: NodeJS.ReadableStream & { isTTY?: boolean }; stderr: NodeJS.WritableStream }>;

/**
 * Asks before something is done.
 *
 * @param plan   says what will be done.
 * @param yes    whether --yes was given: nothing is asked then.
 * @param answer what has to be typed; `yes` unless told.
 * @throws OperatorError when something else is typed, or there is nobody to ask.
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
  // Ctrl-C and the end of the input are an answer, too.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const typed = await Promise.race([lines.question(`${plan}\nType ${response} to go on: `), ended]);
    if (typed.trim() !== response) throw new OperatorError('Nothing was changed.');
  } finally {
    lines.close();
  }
};
