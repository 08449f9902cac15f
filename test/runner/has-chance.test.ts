import { expect, it } from 'vitest';
import { readSources } from '../conventions/sources.ts';
import { hasChance } from './has-chance.ts';

const suites = async () => await readSources(/\.test\.tsx?$/, '.');

it('every suite with random values takes them from the seed of the run', async () => {
  const importing = (await suites()).filter(({ text }) => /^import .* from 'fast-check'/m.test(text));
  expect(importing.map(({ file }) => file)).toEqual([]);
});

it.each([
  'workers/deployment/any-change.test.ts',
  'workers/deployment/never-open.test.ts',
  'workers/engine/frozen-worker.test.ts',
  'workers/organization/any-order.test.ts',
  'projections/engine/rebuild.test.ts',
])('chance decides in %s', (file) => expect(hasChance(file)).toBe(true));

it('chance decides in every suite that kills processes at named points', async () => {
  const killing = (await suites()).map(({ file }) => file).filter((file) => /\/crash(?!-point)[^/]*$/.test(file));
  expect(killing.length).toBeGreaterThan(6);
  expect(killing.filter((file) => !hasChance(file))).toEqual([]);
});

it('chance decides in few suites, so that a busy machine is excused in all others', async () => {
  const all = (await suites()).map(({ file }) => file);
  expect(all.filter(hasChance).length).toBeLessThan(all.length / 5);
  expect(hasChance('bff/routes.test.ts')).toBe(false);
});
