import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SourceFile, sources } from './source-files.ts';

const files = sources();

/** `file:line text` of every line that breaks a rule. */
const linesWith = (pattern: RegExp, among: readonly SourceFile[] = files): string[] =>
  among.flatMap(({ path: file, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, index }))
      .filter(({ line }) => pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
      .map(({ line, index }) => `${file}:${index + 1} ${line.trim()}`),
  );

/** What a file imports, relative to web/; other folders of the project as `#domain/...`. */
const importsOf = ({ path: file, text }: SourceFile): { target: string; typeOnly: boolean }[] =>
  [...text.matchAll(/(import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|import\('([^']+)'\)/g)].flatMap((match) => {
    const name = match[3] ?? match[4] ?? '';
    const typeOnly = match[2] !== undefined;
    if (name.startsWith('#web/')) return [{ target: name.slice('#web/'.length), typeOnly }];
    if (name.startsWith('.')) return [{ target: path.posix.join(path.posix.dirname(file), name), typeOnly }];
    return name.startsWith('#') ? [{ target: name, typeOnly }] : [];
  });

const layerOf = (file: string): string =>
  file.startsWith('features/') ? file.split('/').slice(0, 2).join('/') : (file.split('/')[0] ?? '');

describe('conventions of the web app', () => {
  it('finds the files that it judges', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.map((file) => file.path)).toContain('app/routes.tsx');
  });

  it('keeps every file within 400 lines', () => {
    expect(files.filter(({ text }) => text.split('\n').length > 400).map((file) => file.path)).toEqual([]);
  });

  it('names every file in kebab case, and has no barrels', () => {
    const odd = files.filter(
      ({ path: file }) =>
        !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.config|\.d)?\.tsx?$/.test(file) || /(^|\/)index\.tsx?$/.test(file),
    );
    expect(odd.map((file) => file.path)).toEqual([]);
  });

  it('uses logical directions only, so that right to left needs nothing of its own', () => {
    const physical =
      /(?<=["'`\s:])-?(?:[mp][lr]-|scroll-[mp][lr]-|(?:left|right)-(?:\d|\[|auto|full|px)|text-(?:left|right)(?=["'`\s])|(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?=["'`\s-])|float-(?:left|right))/;
    expect(linesWith(physical)).toEqual([]);
  });

  it('reads and writes through api/ only', () => {
    const screens = files.filter(({ path: file }) => /^(features|components|app)\//.test(file));
    expect(linesWith(/\bfetch\(|\buseMutation\b|\bXMLHttpRequest\b/, screens)).toEqual([]);
  });

  it('formats through i18n/format.ts only', () => {
    const screens = files.filter(({ path: file }) => /^(features|components|app)\//.test(file));
    expect(linesWith(/\bIntl\.|\.toLocale\w*String\(/, screens)).toEqual([]);
  });

  it('has no words in its JSX', () => {
    const screens = files.filter(({ path: file }) => file.endsWith('.tsx'));
    const between = /<\w[^<>{}]*>[^<>{}]*\p{L}{2,}[^<>{}]*<\//u;
    const alone = /^\s+\p{Lu}\p{Ll}+(?: \p{L}+)+[.?!]?$/u;
    const attribute = /\b(?:aria-label|placeholder|title|alt|label|text)="[^"]*\p{L}{2,}/u;
    expect([...linesWith(between, screens), ...linesWith(alone, screens), ...linesWith(attribute, screens)]).toEqual(
      [],
    );
  });

  it('imports downwards: domain, then api, i18n and components, then features, then app', () => {
    const wrong = files.flatMap((file) => {
      const from = layerOf(file.path);
      return importsOf(file).flatMap(({ target, typeOnly }) => {
        const to = layerOf(target);
        const isShared = ['components', 'api', 'i18n'].includes(from);
        const breaks =
          (target.startsWith('#') && !target.startsWith('#domain/') && !(target.startsWith('#bff/') && typeOnly)) ||
          (isShared && (to.startsWith('features') || to === 'app')) ||
          (from.startsWith('features/') && to === 'app') ||
          (from.startsWith('features/') &&
            to.startsWith('features/') &&
            from !== to &&
            !target.endsWith('/queries.ts')) ||
          (from === 'i18n' && to !== 'i18n' && !target.startsWith('#domain/')) ||
          (from === 'api' && to === 'components');
        return breaks ? [`${file.path} -> ${target}`] : [];
      });
    });
    expect(wrong).toEqual([]);
  });
});
