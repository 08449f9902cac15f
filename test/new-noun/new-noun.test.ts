import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesOf, renameIn } from './names.ts';
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
  // One link for each package: what the checks keep in node_modules/.cache is the copy's own.
  await mkdir(path.join(copy, 'node_modules'));
  for (const entry of await readdir(modules))
    if (entry !== '.cache') await symlink(path.join(modules, entry), path.join(copy, 'node_modules', entry));
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

  it.each(['topic', 'certificate', 'gateway-service', 'host-key'])('take %s', async (name) => {
    const { files } = await makeNoun(copy, name);
    expect(files.map(([file]) => file)).toContain(`domain/${name}/decider.ts`);
  });
});

describe('npm run new-noun -- event-category', () => {
  const rename = (text: string) => renameIn(text, template, namesOf('event-category'));
  const read = (file: string) => readFile(path.join(copy, file), 'utf8');
  const vitest = path.join(modules, 'vitest', 'vitest.mjs');

  beforeAll(() => {
    const { status, text } = run('test/new-noun/main.ts', 'event-category');
    expect(status, text).toBe(0);
    expect(run('test/golden.ts').text).toContain('EventCategoryAdded.v1.json');
  });

  it('leaves no word of the noun that it copies', async () => {
    const written = globSync(
      [
        '{domain,bff,web/features}/event-category/**/*.*',
        '{projections,docs/product,locales/en/lazy,e2e}/*event-categories*',
      ],
      { cwd: copy },
    );
    expect(written.length).toBeGreaterThan(30);
    for (const file of written) expect(await read(file), file).not.toMatch(/busines|(?<!text-)\bareas?\b/i);
  });

  it('writes specs that are red until the rules are there', async () => {
    await writeFile(
      path.join(copy, 'specs.config.mjs'),
      "export default { test: { include: ['domain/event-category/*.test.ts'] } };\n",
    );
    const { status, text } = run(vitest, 'run', '--config', 'specs.config.mjs', '--reporter=json');
    await rm(path.join(copy, 'specs.config.mjs'));
    expect(status).toBe(1);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ numTotalTests: 4, numFailedTests: 4 });
  });

  describe('with its rules and words', () => {
    beforeAll(async () => {
      const write = async (file: string, text: string) => await writeFile(path.join(copy, file), text);
      await write('domain/event-category/decider.ts', rename(await read('domain/business-area/decider.ts')));
      // The translations of business areas stand for those that a translator writes.
      for (const language of languages.filter((one) => one !== 'en')) {
        await write(
          `locales/${language}/lazy/event-categories.json`,
          await read(`locales/${language}/lazy/business-areas.json`),
        );
        for (const file of [`locales/${language}/lazy/errors.json`, `locales/${language}/shell.json`]) {
          const texts = JSON.parse(await read(file)) as Record<string, string>;
          for (const key of Object.keys(texts).filter((one) => rename(one) !== one))
            texts[rename(key)] = texts[key] ?? '';
          await write(file, `${JSON.stringify(texts, null, 2)}\n`);
        }
      }
    });

    it('passes every check of the project', () => {
      const { status, text } = run('test/check.ts');
      expect(status, text).toBe(0);
    });

    it('passes its own suites', () => {
      const { status, text } = run(
        vitest,
        'run',
        'domain/event-category',
        'bff/event-category',
        'web/features/event-category',
      );
      expect(status, text).toBe(0);
    });
  });
});
