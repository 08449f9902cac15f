import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFolder, isWebBuilt } from '#sandbox/process/build-web.ts';
import { writeNoun } from '../../test/new-noun/write-noun.ts';
import { locales } from '../i18n/locales.ts';
import { webFolder } from './source-files.ts';

type Chunk = { file: string; imports?: string[]; css?: string[]; src?: string };
type Manifest = Record<string, Chunk>;

type Build = Readonly<{ folder: string; manifest: Manifest }>;

const scratch = mkdtempSync(path.join(tmpdir(), 'portico-bundle-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const readBuild = (folder: string): Build => ({
  folder,
  manifest: JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest,
});

/** Builds a source for production. It runs in a separate process, because vitest's own process says that it is a test. */
const build = async (source: string, name: string): Promise<Build> => {
  const folder = path.join(scratch, name);
  const vite = path.join(webFolder, '../node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', source, '--outDir', folder, '--emptyOutDir'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return readBuild(folder);
};

let current: Build;
beforeAll(async () => {
  // `npm test` has built it just before.
  current = (await isWebBuilt()) ? readBuild(buildFolder()) : await build(webFolder, 'current');
}, 120_000);

const chunk = (name: string, { manifest } = current): Chunk => {
  const found = manifest[name];
  if (!found) throw new Error(`The build has no ${name}`);
  return found;
};

/** Returns these chunks with all chunks that they import. */
const closureOf = (names: readonly string[], of = current): Chunk[] => {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of chunk(name, of).imports ?? []) visit(next);
  };
  names.forEach(visit);
  return [...seen].map((name) => chunk(name, of));
};

/** Returns the bytes that go over the network, with gzip. */
const sizeOf = (files: Iterable<string>, { folder } = current) =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

/** Everything that runs before somebody who is not logged in sees a public page, with dynamic imports. */
const publicPage = ['index.html', 'app/shell/footer.tsx', 'features/about/about.tsx'];

/** The same for a logged-in user and the gallery. */
const gallery = [
  'index.html',
  'app/shell/parts.ts',
  'app/shell/notice-bell.tsx',
  '../domain/user/session-calls.ts',
  'features/api/views.ts',
  'features/api/gallery.tsx',
];

/** What is loaded after the gallery while the browser is idle, whatever screen comes next. */
const loadedLater = [
  'app/shell/account-menu.tsx',
  'app/shell/language-choices.tsx',
  'app/toasts.tsx',
  'components/ui/tooltip-bubble.tsx',
];

const listScreens = ['features/operation/operation-list.tsx', 'features/gateway-request/requests.tsx'];

/** Kilobytes of large parts that are loaded only where they are used. */
const heavyParts: Readonly<Record<string, number>> = {
  'features/editor/editor-workspace.tsx': 175,
  // The text editor twice, and a form.
  'features/event-category/category-form.tsx': 205,
  // Recharts, after the report's rows.
  'features/gateway-request/request-charts.tsx': 164,
};

it('contains nothing of the components page, which is only for developers', () => {
  expect(Object.keys(current.manifest).filter((name) => name.startsWith('dev/'))).toEqual([]);
  expect(existsSync(path.join(current.folder, 'dev'))).toBe(false);
});

describe('the parts that the browser loads before it shows something', () => {
  it('is less than 180 kB of JavaScript for the gallery', () => {
    expect(kilobytes(sizeOf(closureOf(gallery).map(({ file }) => file)))).toBeLessThan(180);
  });

  it('is less than 165 kB of JavaScript for somebody who is not logged in', () => {
    expect(kilobytes(sizeOf(closureOf(publicPage).map(({ file }) => file)))).toBeLessThan(165);
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
    expect(imported.filter((file) => waiting.includes(file) && !/(rolldown-runtime|preload)-/.test(file))).toEqual([]);
  });

  it('contains no editor, chart, documentation viewer, toast or form library', () => {
    const code = closureOf(gallery)
      .map(({ file }) => readFileSync(path.join(current.folder, file), 'utf8'))
      .join('\n');
    // A word of each library that survives minification, and a word that must be found, so that an empty search fails.
    const words = {
      react: 'react.transitional.element',
      codemirror: 'cm-editor',
      recharts: 'recharts-',
      redoc: 'redoc-wrap',
      swagger: 'swagger-ui',
      sonner: 'data-sonner-toast',
      palette: 'cmdk-',
      'react-hook-form': 'shouldUnregister',
    };
    expect(Object.keys(words).filter((name) => code.includes(words[name as keyof typeof words]))).toEqual(['react']);
  });

  // The form library and a select alone are 21 kB of it, and what places menus beside their buttons 20 kB: the gallery has none.
  it('adds at most 56 kB for another screen', () => {
    const loaded = new Set(closureOf([...gallery, ...loadedLater]).map(({ file }) => file));
    const screens = Object.values(current.manifest).filter(({ src }) => /^(features|app)\/.*\.tsx$/.test(src ?? ''));
    expect(screens.length).toBeGreaterThan(10);
    const heavy = screens.flatMap(({ src = '' }) => {
      const more = closureOf([src]).flatMap(({ file }) => (loaded.has(file) ? [] : [file]));
      const size = kilobytes(sizeOf(more));
      return size > (heavyParts[src] ?? 56) ? [`${src}: ${size} kB`] : [];
    });
    expect(heavy).toEqual([]);
  });
});

describe('another noun', () => {
  const english = 'i18n/locales/en.ts';
  /** A mark of seven characters that depends on a file's name only. Those of contents compress by chance better or worse. */
  const named = (name: string) => `${name}-${createHash('sha1').update(name).digest('base64url').slice(0, 7)}`;
  const bytesOf = (names: readonly string[], of: Build) => {
    const files = new Set(closureOf([...names, english], of).map(({ file }) => file));
    const texts = [...files].map((file) => readFileSync(path.join(of.folder, file), 'utf8'));
    const marked = texts.map((text) =>
      text.replaceAll(/([\w.]+)-[\w-]{7}(?=\.(?:js|css)\b)/g, (_, name: string) => named(name)),
    );
    return marked.reduce((sum, text) => sum + gzipSync(text).length, 0);
  };
  let larger: Build;

  beforeAll(async () => {
    const root = path.join(webFolder, '..');
    const copy = path.join(scratch, 'source');
    const left = ['node_modules', '.git', '.portico', 'dist'];
    cpSync(root, copy, { recursive: true, filter: (file) => !left.includes(path.relative(root, file)) });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    await writeNoun(copy, 'price-list');
    larger = await build(path.join(copy, 'web'), 'larger');
  }, 240_000);

  it('is in the build', () => {
    expect(Object.keys(larger.manifest)).toContain('features/price-list/views.ts');
  });

  // Its rows in the table of screens, its menu entry, and where its texts are.
  it.each([
    ['the public page', publicPage],
    ['the gallery', gallery],
  ])('adds less than 150 bytes, texts included, to %s', (_name, names) => {
    expect(bytesOf(names, larger) - bytesOf(names, current)).toBeLessThan(150);
  });
});
