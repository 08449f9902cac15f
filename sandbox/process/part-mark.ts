import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

const variable = 'PORTICO_PART';

/**
 * Returns the mark in a part's environment. It is needed when a start is killed before it has written down the part.
 */
export const markOf = (name: string, folder: string): Readonly<Record<string, string>> => ({
  [variable]: `${name}@${folder}`,
});

/** Returns the id of the process group: field 5, after the name in parentheses. */
const groupOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);

/**
 * Finds the parts of a data folder by their environment. Linux only; elsewhere nothing is found.
 *
 * @returns the name and process id of each part that leads a group.
 */
export const markedParts = (folder: string): { name: string; pid: number }[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      const mark = entries.find((one) => one.startsWith(`${variable}=`) && one.endsWith(`@${folder}`));
      if (!mark || groupOf(readFileSync(`/proc/${pid}/stat`, 'utf8')) !== pid) return [];
      return [{ name: mark.slice(variable.length + 1, -folder.length - 1), pid }];
    } catch {
      // It has ended, or belongs to another user.
      return [];
    }
  });
};
