import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webFiles } from './web-files.ts';

let root: string;
const text = `export const words = '${'word '.repeat(1_000)}';`;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'portico-web-files-'));
  mkdirSync(path.join(root, 'assets'));
  writeFileSync(path.join(root, 'index.html'), '<!doctype html><title>Portico</title>');
  const file = path.join(root, 'assets', 'frame-1234567.js');
  writeFileSync(file, text);
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text));
  writeFileSync(path.join(root, 'assets', 'late-1234567.js'), text);
});
afterAll(() => rmSync(root, { recursive: true }));

const ask = (name: string, encodings?: string) =>
  webFiles(root).request(`/assets/${name}`, { headers: encodings ? { 'accept-encoding': encodings } : {} });

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliCompressSync(text).length],
  ['gzip, deflate', 'gzip', gzipSync(text).length],
  [undefined, null, text.length],
])('sends to a browser that takes %s the file in that form: %s', async (accepted, encoding, length) => {
  const response = await ask('frame-1234567.js', accepted);
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('content-type')).toContain('text/javascript');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect((await response.arrayBuffer()).byteLength).toBe(length);
});

it('compresses a file that has no such form', async () => {
  const response = await ask('late-1234567.js', 'gzip');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(text.length / 10);
});
