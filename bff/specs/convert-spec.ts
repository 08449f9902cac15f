import { RefusedError } from '#domain/core/problem.ts';
import type { SpecFormat } from './spec-document.ts';
import { runSpecJob, type SpecJobOptions } from './spec-job.ts';

/**
 * The text of a description in the wanted format: the original text when it is written so already, else indented JSON
 * or block YAML with aliases written out (comments are lost, and integers beyond 2^53 are rounded). Works in a
 * worker thread under the limits of an upload.
 * Throws a RefusedError with `readSpec`'s codes; rejects with the signal's reason when it aborts.
 */
export const convertSpec = async (
  bytes: Uint8Array,
  from: SpecFormat,
  to: SpecFormat,
  options: SpecJobOptions = {},
): Promise<string> => {
  const answer = await runSpecJob({ kind: 'convert', bytes, from, to }, options);
  if (answer.kind === 'refusal') throw new RefusedError(answer.refusal);
  if (answer.kind === 'text') return new TextDecoder().decode(answer.bytes);
  throw new Error('the spec worker answered something else');
};
