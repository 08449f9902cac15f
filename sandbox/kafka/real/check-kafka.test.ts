import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StartError } from '../../process/start-error.ts';
import { checkKafka } from './check-kafka.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-java-'));
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a Java into the path that says this version. */
const java = (version: string) => {
  const file = path.join(folder, 'java');
  writeFileSync(file, `#!/bin/sh\necho 'openjdk version "${version}" 2026-01-20' >&2\n`);
  chmodSync(file, 0o755);
};
const refusal = () =>
  checkKafka().then(
    () => undefined,
    (error: unknown) => error,
  );

it('says that there is no Java', async () => {
  const error = await refusal();
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toBe(
    '--kafka needs Java 17 or newer, and no Java was found. Without --kafka, a stand-in is used that needs no Java.',
  );
});

it.each([
  ['11.0.29', 'Java 11 was found'],
  ['1.8.0_402', 'Java 1 was found'],
])('says that Java %s is too old', async (version, found) => {
  java(version);
  expect(((await refusal()) as Error).message).toContain(found);
});
