import { longSuites } from './long-suites.ts';

/** They count the timers and connections of their process, set what it is started with, or take all of its memory. */
const needing = /bff\/auth\/calls-at-once|every-language|generate-code|cut-connections|engine\/rebuild|conformance/;
/** They start whole programs and load next to nothing themselves. */
const programs = /new-noun|releases|production|launcher|fresh-clone|bench|ended-by-signal|operator\/log|on-.+-kong/;

/**
 * Whether a suite gets a process of its own. Others share theirs: what a world of the workers imports takes four seconds to load.
 *
 * @param file path of the suite in the project.
 */
export const needsOwnProcess = (file: string): boolean =>
  !needsVite(file) && (needing.test(file) || (longSuites.test(file) && programs.test(file)));

/**
 * Whether a suite draws components. Those share processes with each other only, because React keeps the window in which it was
 * loaded.
 */
export const isComponents = (file: string): boolean => file.endsWith('.test.tsx') && !needsOwnProcess(file);

/**
 * Whether Vite loads a suite, which draws nothing: of the web app for its JSX, styles and globs, and what loads modules anew, others in
 * the place of some.
 */
export const needsVite = (file: string): boolean =>
  file.endsWith('.test.ts') && (file.startsWith('web/') || file === 'test/new-noun/doubles.test.ts');
