import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { PermanentError, UnreachableError } from '../engine/run.ts';

const version = '7.25.0';
const sha256 = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const missing = { code: 'codegen.no-generator' };
const fileName = `openapi-generator-cli-${version}.jar`;
/** In the project's folder, so that an image holds it and a fresh start of the demo keeps it. */
const ownFolder = path.join(path.dirname(path.dirname(import.meta.dirname)), '.codegen');

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Of the environment, what Maven finds its repositories with; nothing that this process alone is to know. */
const forMaven = /^(PATH|HOME|JAVA_HOME|MAVEN_\w+|(https?|all|no)_proxy)$/i;

/**
 * Has Maven, with the machine's own settings, put the jar into the folder; two minutes at most.
 *
 * @throws PermanentError when there is no Maven; UnreachableError when it failed, because its repository may be back later.
 */
const fetchInto = (target: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const artifact = `org.openapitools:openapi-generator-cli:${version}`;
    const goal = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => forMaven.test(name)));
    const maven = spawn('mvn', ['--batch-mode', '--quiet', ...goal], { stdio: 'ignore', timeout: 120_000, env });
    maven.once('error', () => reject(new PermanentError(missing)));
    maven.once('close', (code) => (code === 0 ? resolve() : reject(new UnreachableError(missing))));
  });

/** Removes what a process that was killed had begun to fetch; nothing is fetched for ten minutes. */
const dropOldFetches = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('fetch-')) continue;
    const changed = await stat(path.join(folder, name)).catch(() => undefined);
    if (changed && Date.now() - changed.mtimeMs > 600_000)
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
};

/** @throws PermanentError when the folder cannot be written to. */
const openFetch = async (folder: string): Promise<string> => {
  try {
    await mkdir(folder, { recursive: true });
    await dropOldFetches(folder);
    return await mkdtemp(path.join(folder, 'fetch-'));
  } catch {
    throw new PermanentError(missing);
  }
};

/** Checked once a process: a jar that somebody changed is not run, and 30 MB are not read for every request. */
const checked = new Set<string>();

const isPinned = async (jar: string): Promise<boolean> => {
  if (!(await exists(jar))) return false;
  if (!checked.has(jar) && (await hashOf(jar)) === sha256) checked.add(jar);
  return checked.has(jar);
};

/**
 * The path of OpenAPI Generator's jar: the given one, or the pinned version, which is fetched by Maven once and
 * checked by its SHA-256.
 *
 * @param folder where the fetched jar is kept.
 * @throws PermanentError `codegen.no-generator` when it cannot be had, UnreachableError of the same code when it can't now.
 */
export const findGenerator = async (given: string | undefined, folder = ownFolder): Promise<string> => {
  if (given !== undefined) {
    if (await exists(given)) return given;
    throw new PermanentError(missing);
  }
  const jar = path.join(folder, fileName);
  if (await isPinned(jar)) return jar;
  const scratch = await openFetch(folder);
  try {
    const fetched = path.join(scratch, fileName);
    await fetchInto(scratch);
    if (!(await exists(fetched)) || (await hashOf(fetched)) !== sha256) throw new PermanentError(missing);
    await rename(fetched, jar);
    return jar;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
