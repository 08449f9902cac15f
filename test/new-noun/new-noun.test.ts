import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastNet } from '../runner/limit.ts';
import { type NounNames, namesOf, renameIn } from './names.ts';
import { template } from './template.ts';
import { languages, makeNoun, writeNoun } from './write-noun.ts';

const root = path.join(import.meta.dirname, '..', '..');
const modules = path.join(root, 'node_modules');
/** A copy of the project, so that nothing is written into the project itself. */
let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'portico-noun-'));
  const left = ['node_modules', '.git', '.portico', 'dist'];
  await cp(root, copy, { recursive: true, filter: (file) => !left.includes(path.relative(root, file)) });
  // One link for each package: what the checks keep in node_modules/.cache is the copy's own. But a pattern that takes linear time does so
  // in both: to find that out takes 18 s of processor time.
  const patterns = path.join('.cache', 'linear-patterns.json');
  for (const each of [modules, path.join(copy, 'node_modules')])
    await mkdir(path.join(each, '.cache'), { recursive: true });
  for (const entry of [...(await readdir(modules)).filter((one) => one !== '.cache'), patterns])
    await symlink(path.join(modules, entry), path.join(copy, 'node_modules', entry));
  // The checks read what git knows or would take.
  spawnSync('git', ['init', '-q'], { cwd: copy });
});
afterAll(() => rm(copy, { recursive: true, force: true }));

const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return { status, text: stdout + stderr };
};

/** Returns when each source was changed. */
const timesIn = (folder: string) =>
  globSync('{domain,bff,projections,workers,web,locales,docs,e2e}/**/*.*', { cwd: folder }).map((file) => [
    file,
    statSync(path.join(folder, file)).mtimeMs,
  ]);

describe('names', () => {
  it('are replaced in every form', () => {
    const text =
      "business-areas businessAreas BusinessArea business_area 'Business Area name' no business areas, area, text-area";
    expect(renameIn(text, namesOf('business-area'), namesOf('event-category'))).toBe(
      "event-categories eventCategories EventCategory event_category 'Event Category name' no event categories, category, text-area",
    );
  });

  it.each(['', 'Area', 'event_category', '../etc', 'a', '-x', 'x1', 'event-'])('refuse "%s"', async (name) => {
    await expect(writeNoun(copy, name)).rejects.toThrow('is no name of a noun');
  });

  it('are short for variables, if no other variable has the short name', () => {
    const isFree = (word: string) => word !== 'key';
    expect(namesOf('event-category', isFree)).toMatchObject({ short: 'category', shortPlural: 'categories' });
    expect(namesOf('host-key', isFree)).toMatchObject({ short: 'hostKey', shortPlural: 'hostKeys' });
  });

  it.each([
    ['business-area', 'There is a noun'],
    ['issue', 'There is a noun'],
    ['access-grant', 'There is a noun'],
    ['engine', 'There is a noun or a folder'],
    ['http', 'There is a noun or a folder'],
    ['apis', 'too near to "api"'],
    ['user', 'There is a noun'],
    ['key', '"key" cannot name variables'],
    ['ref', '"ref" cannot name variables'],
    ['children', '"children" cannot name variables'],
    ['class', '"class" cannot name variables'],
    ['await', '"await" cannot name variables'],
    ['name', '"name" cannot name variables'],
    ['dock', '"dock" cannot name variables'],
    ['row', '"row" cannot name variables'],
    ['promise', '"Promise" is the name of a type'],
    ['plugin', '"plugin" is a kind of dock view'],
    ['trial', '"trial" is a kind of dock view'],
    ['wall', '"wall" is a kind of dock view or an address'],
    ['api-history', '"/api-history" is a kind of dock view or an address'],
    ['swagger', 'has a call of this name'],
    ['credential-view', 'has a read table of this name'],
  ])('refuse %s: %s', async (name, why) => {
    const before = timesIn(copy);
    await expect(writeNoun(copy, name)).rejects.toThrow(why);
    expect(timesIn(copy)).toEqual(before);
  });

  it.each(['topic', 'message-schema', 'gateway-service', 'host-key'])('take %s', async (name) => {
    const { files } = await makeNoun(copy, name);
    expect(files.map(([file]) => file)).toContain(`domain/${name}/decider.ts`);
  });
});

/**
 * A plain noun, and one with an operation, whose last word is the name of other variables. `web/test/bundle.test.ts`, which is
 * among the checks of the copy, writes another one.
 */
const nouns = ['delivery-category', 'host-key --operation'].map((given) => {
  const [name = '', ...options] = given.split(' ');
  return {
    names: namesOf(name, (word) => word !== 'key'),
    given: [name, ...options],
    hasOperation: options.length > 0,
  };
});

/** What somebody writes into the rules for the operation, in the template's names. */
const rulesOfOperation = `  if (command.type === 'RequestBusinessAreaApply')
    return [{ type: 'BusinessAreaApplyRequested', data: { businessAreaId, ...command.data } }];
  if (command.type === 'ConfirmBusinessAreaApply')
    return state.operationId !== null && command.data.operationId === state.operationId
      ? [{ type: 'BusinessAreaApplied', data: { businessAreaId, ...command.data } }]
      : [];
`;

describe('npm run new-noun', () => {
  const read = (file: string) => readFile(path.join(copy, file), 'utf8');
  const write = (file: string, text: string) => writeFile(path.join(copy, file), text);
  const vitest = path.join(modules, 'vitest', 'vitest.mjs');
  const foldersOf = ({ kebab }: NounNames) =>
    ['domain', 'bff', 'workers', 'web/features'].map((room) => `${room}/${kebab}`);

  beforeAll(() => {
    for (const { given } of nouns) {
      const { status, text } = run('test/new-noun/main.ts', ...given);
      expect(status, text).toBe(0);
    }
  });

  it.each(nouns)('writes $names.kebab without a word of the noun that it copies', async ({ names }) => {
    const files = [
      ...foldersOf(names).map((folder) => `${folder}/**/*.*`),
      `{projections,docs/product,locales/en/lazy,e2e}/*${names.plural}*`,
      `locales/en/operations/${names.kebab}.json`,
    ];
    const written = globSync(files, { cwd: copy });
    expect(written.length).toBeGreaterThan(30);
    for (const file of written) expect(await read(file), file).not.toMatch(/busines|(?<!text-)\bareas?\b/i);
  });

  it.each(nouns)(
    'writes specs of $names.kebab that are red until the rules are there',
    async ({ names, hasOperation }) => {
      await write('specs.config.mjs', `export default { test: { include: ['domain/${names.kebab}/*.test.ts'] } };\n`);
      const { status, text } = run(vitest, 'run', '--config', 'specs.config.mjs', '--reporter=json');
      await rm(path.join(copy, 'specs.config.mjs'));
      expect(status).toBe(1);
      const count = hasOperation ? 5 : 4;
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ numTotalTests: count, numFailedTests: count });
    },
  );

  describe('with rules and words', { timeout: lastNet }, () => {
    /** The translations of other texts stand for those that a translator writes. */
    const translate = async (language: string, names: NounNames, hasOperation: boolean) => {
      const rename = (text: string) => renameIn(text, template, names);
      const change = async (file: string, change: (texts: Record<string, never>) => void) => {
        const texts = JSON.parse(await read(file)) as Record<string, never>;
        change(texts);
        await write(file, `${JSON.stringify(texts, null, 2)}\n`);
      };
      const reconciling = JSON.parse(await read(`locales/${language}/operations/reconciliation.json`)) as Record<
        string,
        Record<string, string>
      >;
      const theirs = JSON.parse(await read(`locales/${language}/lazy/business-areas.json`)) as Record<string, never>;
      await change(`locales/${language}/lazy/${names.plural}.json`, (texts) => {
        for (const key of Object.keys(texts)) texts[key] = (theirs[key] ?? theirs.submit) as never;
      });
      for (const file of [`locales/${language}/lazy/errors.json`, `locales/${language}/shell.json`])
        await change(file, (texts) => {
          for (const key of Object.keys(texts).filter((one) => rename(one) !== one))
            texts[rename(key)] = texts[key] as never;
        });
      if (hasOperation)
        await change(
          `locales/${language}/operations/${names.kebab}.json`,
          (texts: Record<string, Record<string, string>>) => {
            for (const [place, words] of Object.entries(texts))
              for (const key of Object.keys(words))
                words[key] = reconciling[place]?.[key.replace(`apply-${names.kebab}`, 'reconcile')] ?? '';
          },
        );
    };

    beforeAll(async () => {
      for (const { names, hasOperation } of nouns) {
        const [rules = ''] = /const decide = [\s\S]*?\n};\n/.exec(await read('domain/business-area/decider.ts')) ?? [];
        const all = hasOperation ? rules.replace(/(?= {2}const \{ name, description \})/, rulesOfOperation) : rules;
        const file = `domain/${names.kebab}/decider.ts`;
        const empty = await read(file);
        const filled = empty.replace(/\/\*\* The rules of the noun come here[\s\S]*?=> \[\];\n/, () =>
          renameIn(all, template, names),
        );
        await write(
          file,
          filled.replace('import type {', "import { notFound, refuse } from '../core/problem.ts';\nimport type {"),
        );
        for (const language of languages.filter((one) => one !== 'en')) await translate(language, names, hasOperation);
      }
      const biome = path.join(modules, '.bin', 'biome');
      spawnSync(biome, ['check', '--write', 'domain', 'locales'], { cwd: copy, stdio: 'ignore' });
      const { status, text } = run('test/golden.ts');
      expect(status, text).toBe(0);
      expect(text).toContain('DeliveryCategoryAdded.v1.json');
    });

    it('a copy passes every check of the project', () => {
      const { status, text } = run('test/check.ts');
      expect(status, text).toBe(0);
    });

    it('a copy passes its own suites', () => {
      const { status, text } = run(vitest, 'run', ...nouns.flatMap(({ names }) => foldersOf(names)));
      expect(status, text).toBe(0);
    });
  });
});
