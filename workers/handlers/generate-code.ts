import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { CodeRequest } from '#domain/code-generation/code-generation.ts';
import { codeGenerationDecider } from '#domain/code-generation/decider.ts';
import { codeKeptMinutes } from '#domain/code-generation/schema.ts';
import { loadState } from '#eventstore/load.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { type CodeArchive, packCode } from '../codegen/archive.ts';
import { findGenerator } from '../codegen/find-generator.ts';
import { generatorArguments } from '../codegen/generator-arguments.ts';
import { runGenerator } from '../codegen/run-generator.ts';
import { selfContained } from '../codegen/self-contained.ts';
import type { CodeSubject } from '../job.ts';
import { PermanentError, type Run, SupersededError } from '../run.ts';
import { type Handler, nothing } from './handler.ts';

const decompress = promisify(zstdDecompress);
/** Bytes; a YAML upload of 16 MB is longer as JSON. */
const documentLimit = 128 * 1024 * 1024;

const documentOf = async ({ services }: Run<CodeSubject>, hash: string): Promise<string> => {
  const { rows } = await services.pool.query<{ content: Buffer }>(
    'select content from spec_documents where hash = $1',
    [hash],
  );
  if (!rows[0]) throw new PermanentError({ code: 'codegen.failed' });
  const bytes = await decompress(rows[0].content, { maxOutputLength: documentLimit });
  return selfContained(new TextDecoder().decode(bytes));
};

/** Generates in a folder of its own, which is gone afterwards: also that of a worker that was killed, once it is tried again. */
const generate = async (run: Run<CodeSubject>, request: CodeRequest): Promise<CodeArchive> => {
  const jar = await findGenerator(run.services.codegenJar);
  const scratch = path.join(tmpdir(), `portico-code-${run.operationId}`);
  const clear = () => rm(scratch, { recursive: true, force: true });
  await clear();
  await mkdir(scratch, { mode: 0o700 });
  try {
    const [input, output] = [path.join(scratch, 'openapi.json'), path.join(scratch, 'code')];
    await mkdir(output);
    await writeFile(input, await documentOf(run, request.document));
    const files = ['--input-spec', input, '--output', output, '--skip-validate-spec'];
    const noTests = ['--global-property', 'apiTests=false,modelTests=false'];
    await runGenerator(jar, scratch, [...files, ...noTests, ...generatorArguments(request)], run.lost);
    return await packCode(output);
  } finally {
    await clear();
  }
};

/** Generates code with OpenAPI Generator and keeps the archive for whoever asked for it. Twice is the same twice. */
export const generateCode: Handler<CodeSubject> = {
  run: async (run) => {
    const { services, operationId } = run;
    const state = await loadState(services.store, codeGenerationDecider, operationId);
    if (state.status === 'none') throw new SupersededError();
    const { bytes, files } = await generate(run, state.request);
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
