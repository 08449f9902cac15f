import { longSuites } from './long-suites.ts';

/** It counts the timers and connections of its process. */
const counting = /bff\/auth\/calls-at-once/;

/**
 * Whether a suite gets a process of its own. Long suites do, because they kill what they start, and the time of loading is small
 * beside theirs.
 *
 * @param file path of the suite in the project.
 */
export const needsOwnProcess = (file: string): boolean => longSuites.test(file) || counting.test(file);

/**
 * Whether a suite draws components. Those share processes with each other only, because React keeps the window in which it was
 * loaded.
 */
export const isComponents = (file: string): boolean => file.endsWith('.test.tsx') && !needsOwnProcess(file);
