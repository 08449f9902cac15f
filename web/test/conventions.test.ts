import { describe, expect, it } from 'vitest';
import { type SourceFile, sources } from './source-files.ts';

const files = sources();

/** Returns `file:line text` of every line that breaks a rule. */
const linesWith = (pattern: RegExp, among: readonly SourceFile[] = files): string[] =>
  among.flatMap(({ path: file, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, index }))
      .filter(({ line }) => pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
      .map(({ line, index }) => `${file}:${index + 1} ${line.trim()}`),
  );

describe('conventions of the web app', () => {
  it('finds the files that it checks', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.map((file) => file.path)).toContain('app/routes/routes.ts');
  });

  it('uses logical directions only, so that right to left needs no extra rules', () => {
    const physical =
      /(?<=["'`\s:])-?(?:[mp][lr]-|scroll-[mp][lr]-|(?:left|right)-(?:\d|\[|auto|full|px)|text-(?:left|right)(?=["'`\s])|(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?=["'`\s-])|float-(?:left|right))/;
    expect(linesWith(physical)).toEqual([]);
  });

  it('reads and writes through api/ only', () => {
    const screens = files.filter(({ path: file }) => /^(features|components|app)\//.test(file));
    expect(linesWith(/\bfetch\(|\buseMutation\b|\bXMLHttpRequest\b/, screens)).toEqual([]);
  });

  it('formats values through i18n/format.ts only', () => {
    const screens = files.filter(({ path: file }) => /^(features|components|app)\//.test(file));
    expect(linesWith(/\bIntl\.|\.toLocale\w*String\(/, screens)).toEqual([]);
  });

  it('has no texts in its JSX', () => {
    const screens = files.filter(({ path: file }) => file.endsWith('.tsx'));
    const between = /<\w[^<>{}]*>[^<>{}]*\p{L}{2,}[^<>{}]*<\//u;
    const alone = /^\s+\p{Lu}\p{Ll}+(?: \p{L}+)+[.?!]?$/u;
    const attribute = /\b(?:aria-label|placeholder|title|alt|label|text)="[^"]*\p{L}{2,}/u;
    expect([...linesWith(between, screens), ...linesWith(alone, screens), ...linesWith(attribute, screens)]).toEqual(
      [],
    );
  });
});
