import { isMailAddress } from '../core/mail-address.ts';
import type { Problem } from '../core/problem.ts';

/** Returns the lines of a text that are not empty, each once, whatever the case of its letters. */
export const linesOf = (text: string): string[] => {
  const lines = new Map<string, string>();
  for (const line of text.split('\n').map((one) => one.trim()))
    if (line !== '' && !lines.has(line.toLowerCase())) lines.set(line.toLowerCase(), line);
  return [...lines.values()];
};

/** Returns the first line of the owners that is no mail address, by its number, or undefined. The address is in no error. */
export const ownersProblem = (text: string): Problem | undefined => {
  const line = text.split('\n').findIndex((one) => one.trim() !== '' && !isMailAddress(one.trim()));
  return line < 0 ? undefined : { code: 'application.owner-invalid', field: 'owners', parameters: { line: line + 1 } };
};
