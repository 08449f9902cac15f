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
/** A folder in the project, so that an image contains it and a reset of the demo keeps it. */
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

/** The environment variables that Maven needs to find its repositories. It gets none of this process's secrets. */
const forMaven = /^(PATH|HOME|JAVA_HOME|MAVEN_\w+|(https?|all|no)_proxy)$/i;

/**
 * Lets Maven download the jar into the folder, with the machine's own settings, in two minutes at most.
 *
 * @throws PermanentError when there is no Maven; UnreachableError when Maven failed, because its repository may be back
 *   later.
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

/** Removes incomplete downloads of killed processes. No download takes ten minutes. */
const dropOldFetches = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('fetch-')) continue;
    const changed = await stat(path.join(folder, name)).catch(() => undefined);
    if (changed && Date.now() - changed.mtimeMs > 600_000)
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
};

/** Creates a folder for a download. @throws PermanentError when the folder can't be written to. */
const openFetch = async (folder: string): Promise<string> => {
  try {
    await mkdir(folder, { recursive: true });
    await dropOldFetches(folder);
    return await mkdtemp(path.join(folder, 'fetch-'));
  } catch {
    throw new PermanentError(missing);
  }
};

/**
 * The jars that this process has checked. A changed jar must not run, but to read 30 MB for each request is too slow.
 */
const checked = new Set<string>();

const isPinned = async (jar: string): Promise<boolean> => {
  if (!(await exists(jar))) return false;
  if (!checked.has(jar) && (await hashOf(jar)) === sha256) checked.add(jar);
  return checked.has(jar);
};

/**
 * Returns the path of OpenAPI Generator's jar: the given one, or the pinned version, which Maven downloads once and
 * whose SHA-256 is checked.
 *
 * @param folder keeps the downloaded jar.
 * @throws PermanentError `codegen.no-generator` when the jar can't be found or downloaded, UnreachableError with the
 *   same code when it may be possible later.
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
