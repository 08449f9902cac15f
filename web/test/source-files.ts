import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const webFolder = path.resolve(import.meta.dirname, '..');

export type SourceFile = Readonly<{ /** Path relative to web/, with `/`. */ path: string; text: string }>;

/** Returns the files below a folder of the project whose names match, without tests and dependencies. */
export const filesIn = (folder: string, name: RegExp): SourceFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ path: path.relative(folder, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));

/** Returns the app's own TypeScript without its tests and without the components page, whose texts are samples. */
export const sources = (): SourceFile[] =>
  filesIn(webFolder, /\.tsx?$/).filter(({ path: file }) => !/\.test\.tsx?$/.test(file) && !/^(test|dev)\//.test(file));
