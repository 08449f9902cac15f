import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { codeGenerationDecider } from '#domain/code-generation/decider.ts';
import { codeKeptMinutes } from '#domain/code-generation/schema.ts';
import type { Problem } from '#domain/core/problem.ts';
import { loadState } from '#eventstore/load.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';
import { findGenerator } from './find-generator.ts';
import { makeArchive } from './make-archive.ts';

declare module '../engine/worker-services.ts' {
  interface WorkerServices {
    /** CODEGEN_JAR. */
    readonly codegenJar: string | undefined;
    /** CODEGEN_SECONDS. Default: 120. */
    readonly codegenSeconds?: number | undefined;
  }
}

const decompress = promisify(zstdDecompress);
/** The most bytes of a document: a YAML upload of 16 MB is longer as JSON. */
const documentLimit = 128 * 1024 * 1024;

/** Why a document is not there. */
const missingFor = async ({ pool }: Run['services'], hash: string): Promise<Problem> => {
  const { rows } = await pool.query<{ deleted_at: Date }>(
    "select deleted_at from unused_documents where kind = 'spec' and hash = $1 and deleted_at is not null",
    [hash],
  );
  const date = rows[0]?.deleted_at.toISOString().slice(0, 10);
  return date ? { code: 'document.deleted', parameters: { date } } : { code: 'codegen.failed' };
};

const documentOf = async ({ services }: Run, hash: string): Promise<string> => {
  const { rows } = await services.pool.query<{ content: Buffer }>(
    'select content from spec_documents where hash = $1',
    [hash],
  );
  if (!rows[0]) throw new PermanentError(await missingFor(services, hash));
  const bytes = await decompress(rows[0].content, { maxOutputLength: documentLimit });
  return new TextDecoder().decode(bytes);
};

const isThere = async ({ services, operationId }: Run): Promise<boolean> => {
  const { rowCount } = await services.pool.query(
    'select from generated_code where operation_id = $1 and expires_at > now()',
    [operationId],
  );
  return rowCount === 1;
};

/**
 * Generates code with OpenAPI Generator and stores the archive for the person who requested it. After it was confirmed,
 * only a replay that finds no archive generates it again.
 */
export const generateCode: Handler = {
  run: async (run) => {
    const { services, operationId } = run;
    const state = await loadState(services.store, codeGenerationDecider, operationId);
    if (state.status === 'none') throw new SupersededError();
    if (state.status === 'generated' && (await isThere(run))) return;
    const jar = await findGenerator(services.codegenJar);
    const document = await documentOf(run, state.request.document);
    const { bytes, files } = await makeArchive(jar, document, state.request, run.lost, services.codegenSeconds);
    await run.assertCurrent();
    await services.pool.query(
      `insert into generated_code (operation_id, content, expires_at) values ($1, $2, now() + make_interval(mins => $3))
       on conflict (operation_id) do update set content = excluded.content, expires_at = excluded.expires_at`,
      [operationId, bytes, codeKeptMinutes],
    );
    crashPoint('generate-code.stored');
    const hash = createHash('sha256').update(bytes).digest('hex');
    await run.decide(codeGenerationDecider, operationId, {
      type: 'ConfirmCode',
      data: { operationId, files, size: bytes.length, hash },
    });
  },
  restore: nothing,
  fail: nothing,
};
