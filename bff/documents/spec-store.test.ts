import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '#domain/core/problem.ts';
import { sampleSpec } from '#specs/sample-spec.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { readSpec } from './read-spec.ts';
import { loadSpec, saveSpec } from './spec-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const storedBytes = async (hash: string): Promise<number[]> => {
  const { rows } = await database.pool.query<{ bytes: number }>(
    'select octet_length(content) as bytes from spec_documents where hash = $1',
    [hash],
  );
  return rows.map((row) => row.bytes);
};

test('returns an uploaded text byte for byte, with its byte order mark and line ends', async () => {
  const bytes = new TextEncoder().encode(`\ufeff${sampleSpec.replaceAll('\n', '\r\n')}`);
  const document = await readSpec(bytes);
  if (isRefusal(document)) throw new Error(JSON.stringify(document));
  await saveSpec(database.pool, document, bytes);
  const stored = await loadSpec(database.pool, document.hash);
  expect(stored?.format).toBe('yaml');
  expect(
    createHash('sha256')
      .update(stored?.bytes ?? '')
      .digest('hex'),
  ).toBe(document.hash);
});

test('stores the same text once, and compressed', async () => {
  const bytes = new TextEncoder().encode(`# ${'a longer remark '.repeat(500_000)}`);
  const document = { hash: createHash('sha256').update(bytes).digest('hex'), format: 'yaml' } as const;
  await Promise.all([
    saveSpec(database.pool, document, bytes),
    saveSpec(database.pool, document, bytes),
    saveSpec(database.pool, document, bytes),
  ]);
  const rows = await storedBytes(document.hash);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toBeLessThan(bytes.length / 10);
  expect((await loadSpec(database.pool, document.hash))?.bytes.length).toBe(bytes.length);
});

test('an unknown hash has no text', async () => {
  expect(await loadSpec(database.pool, '0'.repeat(64))).toBeUndefined();
});

test('the application may not change or remove a text', async () => {
  for (const statement of ["update spec_documents set format = 'json'", 'delete from spec_documents']) {
    await expect(database.pool.query(statement)).rejects.toThrow(pg.DatabaseError);
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});
