import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { createVault } from './vault.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const vault = createVault(randomBytes(32));
const secret = (value: string) => ({ id: randomUUID(), kind: 'api-key', owner: 'application-7', value });

test('E2: opens a sealed secret again; its row does not show the value', async () => {
  const canary = secret('canary-3f1b');
  expect(await vault.sealSecret(database.pool, canary)).toBe('canary-3f1b');
  expect(await vault.openSecret(database.pool, canary.id)).toBe('canary-3f1b');
  const { rows } = await database.pool.query('select secrets::text as row, ciphertext from secrets where id = $1', [
    canary.id,
  ]);
  expect(rows[0].row).not.toContain('canary');
  expect(rows[0].ciphertext.includes('canary')).toBe(false);
});

test('keeps the first value of an id', async () => {
  const first = secret('first');
  await vault.sealSecret(database.pool, first);
  expect(await vault.sealSecret(database.pool, { ...first, value: 'second' })).toBe('first');
  expect(await vault.openSecret(database.pool, first.id)).toBe('first');
});

test('E2: does not open a ciphertext in another row', async () => {
  const mine = secret('mine');
  const other = secret('other');
  await vault.sealSecret(database.pool, mine);
  await vault.sealSecret(database.pool, other);
  await database.pool.query(
    'update secrets set nonce = o.nonce, ciphertext = o.ciphertext from secrets o where secrets.id = $1 and o.id = $2',
    [mine.id, other.id],
  );
  await expect(vault.openSecret(database.pool, mine.id)).rejects.toThrow();
});

test('never opens a destroyed secret again, nor seals its id anew', async () => {
  const gone = secret('gone');
  await vault.sealSecret(database.pool, gone);
  await vault.destroySecret(database.pool, gone.id);
  expect(await vault.openSecret(database.pool, gone.id)).toBeUndefined();
  await expect(vault.sealSecret(database.pool, gone)).rejects.toThrow('destroyed');
});

test('names another key-encryption key as the reason', async () => {
  const kept = secret('kept');
  await vault.sealSecret(database.pool, kept);
  await expect(createVault(randomBytes(32)).openSecret(database.pool, kept.id)).rejects.toThrow('another PORTICO_KEY');
});

test('E1: makes stable fingerprints with a key', () => {
  expect(vault.fingerprint('value')).toBe(vault.fingerprint('value'));
  expect(vault.fingerprint('value')).toMatch(/^[0-9a-f]{64}$/);
  expect(createVault(randomBytes(32)).fingerprint('value')).not.toBe(vault.fingerprint('value'));
});
