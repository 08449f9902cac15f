import { longSuites } from './long-suites.ts';

/** It counts the timers and connections of its process. */
const counting = /bff\/auth\/calls-at-once/;

/**
 * Whether a suite gets a process of its own. Components do, because React keeps the window in which it was loaded; long suites
 * do, because they kill what they start, and the time of loading is small beside theirs.
 *
 * @param file path of the suite in the project.
 */
export const needsOwnProcess = (file: string): boolean =>
  file.endsWith('.test.tsx') || longSuites.test(file) || counting.test(file);
