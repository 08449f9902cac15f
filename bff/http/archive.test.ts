import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createArchive } from './archive.ts';

const now = new Date('2026-01-05T01:00:00Z');

/** Returns the bytes of an archive that has these files. */
const archiveWith = async (files: Readonly<Record<string, readonly string[]>>) => {
  const archive = createArchive(now);
  const chunks: Uint8Array[] = [];
  const known = [];
  for (const [name, parts] of Object.entries(files)) {
    const made = archive.add(name, parts);
    let next = await made.next();
    for (; !next.done; next = await made.next()) chunks.push(next.value);
    known.push(next.value);
  }
  chunks.push(...archive.end());
  return { bytes: Buffer.concat(chunks), known };
};

const large = Array.from({ length: 300 }, (_, index) => `${index} ${'שלום 审计'.repeat(500)}\n`);

it('has each file as it was, with its size and hash', async () => {
  const { bytes, known } = await archiveWith({ 'none.csv': [], 'one.csv': ['', 'a,b\r\n'], 'large.csv': large });
  const files = unzipSync(bytes);
  expect(Object.fromEntries(Object.entries(files).map(([name, data]) => [name, strFromU8(data)]))).toEqual({
    'none.csv': '',
    'one.csv': 'a,b\r\n',
    'large.csv': large.join(''),
  });
  expect(known).toEqual(
    Object.entries(files).map(([name, data]) => ({
      name,
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    })),
  );
});

it.each([0.3, 0.9, 0.999])('no program opens the first %d of it', async (part) => {
  const { bytes } = await archiveWith({ 'large.csv': large, 'manifest.json': ['{}'] });
  expect(() => unzipSync(bytes.subarray(0, Math.floor(bytes.length * part)))).toThrow();
});
