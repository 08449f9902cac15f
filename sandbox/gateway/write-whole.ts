import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read. A process that is killed meanwhile leaves the whole old file. */
export const writeWhole = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
