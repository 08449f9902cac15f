import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importsOf } from './touched-suites.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Returns whether chance decides in a suite: whether it imports `test/runner/chance.ts`, itself or through other files.
 *
 * @param suite its path from the root.
 */
export const hasChance = (suite: string): boolean => {
  const seen = new Set([suite]);
  for (const file of seen) {
    if (file === 'test/runner/chance.ts') return true;
    const place = path.join(root, file);
    if (existsSync(place)) for (const other of importsOf(file, readFileSync(place, 'utf8'))) seen.add(other);
  }
  return false;
};
