import { readFileSync } from 'node:fs';
import { readEnvironments } from './environments.ts';

const variable = 'PORTICO_PART';

/**
 * Returns the mark in a part's environment. It is needed when a start is killed before it has written down the part.
 */
export const markOf = (name: string, folder: string): Readonly<Record<string, string>> => ({
  [variable]: `${name}@${folder}`,
});

/** Returns the id of a process's group: field 5, after the name in parentheses. Undefined if the process has ended. */
const groupOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return undefined;
  }
};

/**
 * Finds the parts of a data folder by their environment. Linux only; elsewhere nothing is found.
 *
 * @returns the name and process id of each part that leads a group.
 */
export const markedParts = (folder: string): { name: string; pid: number }[] =>
  readEnvironments().flatMap(({ pid, entries }) => {
    const mark = entries.find((one) => one.startsWith(`${variable}=`) && one.endsWith(`@${folder}`));
    return mark && groupOf(pid) === pid ? [{ name: mark.slice(variable.length + 1, -folder.length - 1), pid }] : [];
  });
