import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PermanentError, UnreachableError } from '../engine/run.ts';
import { findGenerator } from './find-generator.ts';

let folder: string;
let jars: string;

/** Installs a `mvn` that runs a script; `$TARGET` is the folder for the jar. */
const mavenThat = async (script: string): Promise<void> => {
  const find = 'for arg; do case $arg in -DoutputDirectory=*) TARGET=${' + 'arg#*=};; esac; done';
  await writeFile(path.join(folder, 'mvn'), `#!/bin/sh\n${find}\n${script}\n`);
  await chmod(path.join(folder, 'mvn'), 0o755);
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-maven-'));
  jars = path.join(folder, 'jars');
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const failure = async () => {
  const error = await findGenerator(undefined, jars).catch((thrown: unknown) => thrown);
  expect(await readdir(jars)).toEqual([]);
  return error;
};

it('asks again later when Maven could not download the generator', async () => {
  await mavenThat('exit 1');
  expect(await failure()).toBeInstanceOf(UnreachableError);
});

it.each([
  ['brings another jar', 'echo x > "$TARGET/openapi-generator-cli-7.25.0.jar"'],
  ['brings none', 'true'],
])('fails for good when Maven %s (N2)', async (_what, script) => {
  await mavenThat(script);
  expect(await failure()).toBeInstanceOf(PermanentError);
});

it('fails for good when there is no Maven', async () => {
  vi.stubEnv('PATH', path.join(folder, 'nothing'));
  expect(await failure()).toBeInstanceOf(PermanentError);
});

it('passes Maven only what it needs (L4)', async () => {
  vi.stubEnv('PORTICO_KEY', 'secret');
  vi.stubEnv('MAVEN_OPTS', '-Xmx64m');
  vi.stubEnv('https_proxy', 'http://proxy.example');
  await mavenThat(`env > '${folder}/environment'; exit 1`);
  await failure();
  const names = (await readFile(path.join(folder, 'environment'), 'utf8')).match(/^\w+(?==)/gm) ?? [];
  expect(names).toEqual(expect.arrayContaining(['PATH', 'MAVEN_OPTS', 'https_proxy']));
  const own = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  const known = /^(PATH|HOME|JAVA_HOME|MAVEN_\w+|https?_proxy|all_proxy|no_proxy)$/i;
  expect(names.filter((name) => !own.includes(name) && !known.test(name))).toEqual([]);
});

it('removes the incomplete download of a killed process', async () => {
  const old = path.join(jars, 'fetch-old');
  await mkdir(old, { recursive: true });
  await utimes(old, new Date(0), new Date(0));
  await mavenThat('exit 1');
  await failure();
});
