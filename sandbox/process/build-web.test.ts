import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildWeb, isWebBuilt } from './build-web.ts';

let root: string;
const source = (name: string) => path.join(root, 'web', name);
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'portico-web-'));
  mkdirSync(path.join(root, 'web'));
  for (const name of ['app.tsx', 'more.ts']) writeFileSync(source(name), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes the page like Vite. */
const write = () => {
  mkdirSync(path.join(root, 'dist', 'web'), { recursive: true });
  writeFileSync(path.join(root, 'dist', 'web', 'index.html'), '<html>');
};
/** Returns a build that ends with this status. */
const build = (status: number | null) =>
  buildWeb(async () => {
    write();
    return status;
  }, root);

it('builds once, and again when a source is changed, added or removed', async () => {
  expect(await isWebBuilt(root)).toBe(false);
  expect(await build(0)).toBe(true);
  expect(await build(0)).toBe(false);
  expect(await isWebBuilt(root)).toBe(true);
  writeFileSync(source('app.tsx'), 'changed');
  expect(await build(0)).toBe(true);
  rmSync(source('more.ts'));
  expect(await build(0)).toBe(true);
  expect(await build(0)).toBe(false);
});

it('builds again when a text is changed', async () => {
  mkdirSync(path.join(root, 'locales', 'en'), { recursive: true });
  expect(await build(0)).toBe(true);
  writeFileSync(path.join(root, 'locales', 'en', 'shell.json'), '{}');
  expect(await isWebBuilt(root)).toBe(false);
  expect(await build(0)).toBe(true);
});

it.each(['package.json', 'tsconfig.json'])('builds again when %s is changed', async (file) => {
  expect(await build(0)).toBe(true);
  writeFileSync(path.join(root, file), '{}');
  expect(await build(0)).toBe(true);
});

it('builds again after a build of somebody else, of which nobody knows from which sources it is', async () => {
  expect(await build(0)).toBe(true);
  write();
  expect(await build(0)).toBe(true);
});

it('builds again after a build that was killed', async () => {
  expect(await build(0)).toBe(true);
  writeFileSync(source('app.tsx'), 'changed');
  await expect(build(null)).rejects.toThrow('could not be built');
  expect(await build(0)).toBe(true);
});
