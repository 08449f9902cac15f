import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read: whoever is killed meanwhile leaves the old one, never half a new one. */
export const writeWhole = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
