import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodeRequest } from '#domain/code-generation/code-generation.ts';
import { type CodeArchive, packCode } from './archive.ts';
import { generatorArguments } from './generator-arguments.ts';
import { runGenerator } from './run-generator.ts';
import { openScratch } from './scratch.ts';
import { selfContained } from './self-contained.ts';

/**
 * Generates code from a document. Returns it as an archive. Works in a temporary folder and removes it afterwards.
 *
 * @param jar      the path of OpenAPI Generator.
 * @param document JSON.
 * @param seconds  how long the generator may take. Default: 120.
 * @throws PermanentError with a code `codegen.*`; AttemptOverError when the signal aborts.
 */
export const makeArchive = async (
  jar: string,
  document: string,
  request: CodeRequest,
  signal: AbortSignal,
  seconds?: number,
): Promise<CodeArchive> => {
  const plain = selfContained(document);
  const scratch = await openScratch(request.operationId);
  try {
    const [input, output] = [path.join(scratch.folder, 'openapi.json'), path.join(scratch.work, 'code')];
    await mkdir(output);
    await writeFile(input, plain);
    const files = ['--input-spec', input, '--output', output, '--skip-validate-spec'];
    const noTests = ['--global-property', 'apiTests=false,modelTests=false'];
    const hasWebhooks = Object.hasOwn(JSON.parse(plain), 'webhooks');
    const place = { ...scratch, hasWebhooks, seconds };
    await runGenerator(jar, place, [...files, ...noTests, ...generatorArguments(request)], signal);
    return await packCode(output);
  } finally {
    await scratch.close();
  }
};
