import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../i18n/locales.ts';
import { webFolder } from './source-files.ts';

type Chunk = { file: string; imports?: string[]; css?: string[]; src?: string };
type Manifest = Record<string, Chunk>;

const folder = mkdtempSync(path.join(tmpdir(), 'portico-bundle-'));
let manifest: Manifest = {};

/**
 * Builds the current source for production, not what dist/ has. It runs in a separate process, because vitest's own
 * process says that it is a test.
 */
beforeAll(async () => {
  const vite = path.join(webFolder, '../node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', webFolder, '--outDir', folder, '--emptyOutDir'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const chunk = (name: string): Chunk => {
  const found = manifest[name];
  if (!found) throw new Error(`The build has no ${name}`);
  return found;
};

/** Returns these chunks with all chunks that they import. */
const closureOf = (names: readonly string[]): Chunk[] => {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of chunk(name).imports ?? []) visit(next);
  };
  names.forEach(visit);
  return [...seen].map(chunk);
};

/** Returns the bytes that go over the network, with gzip. */
const sizeOf = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

/** Everything that runs before a logged-in user sees the gallery, with dynamic imports. */
const gallery = [
  'index.html',
  'app/shell/account-tools.tsx',
  'app/shell/signed-in.tsx',
  '../domain/user/session-calls.ts',
  'features/api/gallery.tsx',
];

const listScreens = ['features/operation/operation-list.tsx', 'features/request/requests.tsx'];

/** Kilobytes of large parts that are loaded only where they are used. */
const heavyParts: Readonly<Record<string, number>> = { 'features/editor/editor-workspace.tsx': 175 };

it('contains nothing of the components page, which is only for developers', () => {
  expect(Object.keys(manifest).filter((name) => name.startsWith('dev/'))).toEqual([]);
  expect(existsSync(path.join(folder, 'dev'))).toBe(false);
});

describe('the parts that the browser loads before it shows something', () => {
  it('is at most 200 kB of JavaScript for the gallery', () => {
    expect(kilobytes(sizeOf(closureOf(gallery).map(({ file }) => file)))).toBeLessThanOrEqual(200);
  });

  it('is at most 185 kB of JavaScript for somebody who is not logged in', () => {
    const files = closureOf(['index.html', 'features/about/about.tsx']).map(({ file }) => file);
    expect(kilobytes(sizeOf(files))).toBeLessThanOrEqual(185);
  });

  it('is at most 25 kB of styles', () => {
    const files = closureOf([...gallery, ...listScreens]).flatMap(({ css = [] }) => css);
    expect(files.length).toBeGreaterThan(0);
    expect(kilobytes(sizeOf(files))).toBeLessThanOrEqual(25);
  });

  it.each(locales)('is at most 30 kB of texts in $code', ({ code }) => {
    expect(kilobytes(sizeOf([chunk(`i18n/locales/${code}.ts`).file]))).toBeLessThanOrEqual(30);
  });

  it.each(locales)('waits for the texts in $code, which therefore import nothing of the app', ({ code }) => {
    const waiting = closureOf(['index.html']).map(({ file }) => file);
    const imported = closureOf([`i18n/locales/${code}.ts`]).map(({ file }) => file);
    expect(imported.filter((file) => waiting.includes(file) && !file.includes('rolldown-runtime'))).toEqual([]);
  });

  it('contains no editor, chart, documentation viewer, toast or form library', () => {
    const code = closureOf(gallery)
      .map(({ file }) => readFileSync(path.join(folder, file), 'utf8'))
      .join('\n');
    // A word of each library that survives minification, and a word that must be found, so that an empty search fails.
    const words = {
      react: 'react.transitional.element',
      codemirror: 'cm-editor',
      recharts: 'recharts-',
      redoc: 'redoc-',
      swagger: 'swagger-ui',
      sonner: 'data-sonner-toast',
      palette: 'cmdk-',
      'react-hook-form': 'shouldUnregister',
    };
    expect(Object.keys(words).filter((name) => code.includes(words[name as keyof typeof words]))).toEqual(['react']);
  });

  // The form library and a select alone are 21 kB of it.
  it('adds at most 42 kB for another screen', () => {
    const loaded = new Set(closureOf(gallery).map(({ file }) => file));
    const screens = Object.values(manifest).filter(({ src }) => /^(features|app)\/.*\.tsx$/.test(src ?? ''));
    expect(screens.length).toBeGreaterThan(10);
    const heavy = screens.flatMap(({ src = '' }) => {
      const more = closureOf([src]).flatMap(({ file }) => (loaded.has(file) ? [] : [file]));
      const size = kilobytes(sizeOf(more));
      return size > (heavyParts[src] ?? 42) ? [`${src}: ${size} kB`] : [];
    });
    expect(heavy).toEqual([]);
  });
});
