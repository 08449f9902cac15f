import { decodeSpec } from './decode-spec.ts';
import type { SpecFormat } from './spec-document.ts';
import { type SpecJobOptions, specAnswer } from './spec-job.ts';

/**
 * The text of a description in the wanted format: the original text when it is written so already, else indented JSON
 * or block YAML with aliases written out (comments are lost, and integers beyond 2^53 are rounded), in a
 * worker thread under the limits of an upload.
 * Throws a RefusedError with `readSpec`'s codes; rejects with the signal's reason when it aborts.
 */
export const convertSpec = async (
  bytes: Uint8Array,
  from: SpecFormat,
  to: SpecFormat,
  options: SpecJobOptions = {},
): Promise<string> => {
  // Nothing is parsed, so there is nothing to wait for a thread for.
  if (from === to) return decodeSpec(bytes);
  const text = await specAnswer({ kind: 'convert', bytes, to }, options);
  return new TextDecoder().decode(text.bytes);
};
