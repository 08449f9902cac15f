import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PermanentError } from '../run.ts';

const version = '7.25.0';
const sha256 = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const fileName = `openapi-generator-cli-${version}.jar`;
/** In the project's folder, so that an image holds it and a fresh start of the demo keeps it. */
const folder = path.join(path.dirname(path.dirname(import.meta.dirname)), '.codegen');

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

/** Whether Maven, with the machine's own settings, put the jar into the folder; two minutes at most. */
const fetchInto = (target: string): Promise<boolean> =>
  new Promise((resolve) => {
    const artifact = `org.openapitools:openapi-generator-cli:${version}`;
    const goal = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`];
    const maven = spawn('mvn', ['--batch-mode', '--quiet', ...goal], { stdio: 'ignore', timeout: 120_000 });
    maven.once('error', () => resolve(false));
    maven.once('close', (code) => resolve(code === 0));
  });

/** Checked once a process: a jar that somebody changed is not run, and 30 MB are not read for every request. */
let checked = false;

const isPinned = async (jar: string): Promise<boolean> => {
  checked ||= (await exists(jar)) && (await hashOf(jar)) === sha256;
  return checked && exists(jar);
};

/**
 * The path of OpenAPI Generator's jar: the given one, or the pinned version, which is fetched by Maven once and
 * checked by its SHA-256.
 *
 * @throws PermanentError `codegen.no-generator` when it cannot be had.
 */
export const findGenerator = async (given: string | undefined): Promise<string> => {
  const missing = new PermanentError({ code: 'codegen.no-generator' });
  if (given !== undefined) {
    if (await exists(given)) return given;
    throw missing;
  }
  const jar = path.join(folder, fileName);
  if (await isPinned(jar)) return jar;
  await mkdir(folder, { recursive: true }).catch(() => {
    throw missing;
  });
  const scratch = await mkdtemp(path.join(folder, 'fetch-'));
  try {
    const fetched = path.join(scratch, fileName);
    if (!(await fetchInto(scratch)) || (await hashOf(fetched)) !== sha256) throw missing;
    await rename(fetched, jar);
    return jar;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
