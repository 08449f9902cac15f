import type { SpecFormat } from '#specs/spec-document.ts';
import { type JobDocument, type SpecJobOptions, specResult } from './spec-job.ts';

/** Some editors write this before UTF-8. */
const byteOrderMark = Buffer.from('\ufeff');

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length)) ? bytes.subarray(byteOrderMark.length) : bytes;

/**
 * Returns a description in the wanted format, as UTF-8: the original text when it has that format, otherwise indented JSON
 * or block YAML with expanded aliases. A conversion loses comments. It runs in a child
 * process within the limits of an upload and does not change the given bytes.
 * Throws a RefusedError with `readSpec`'s codes; rejects with the signal's reason when it aborts.
 */
export const convertSpec = async (
  document: JobDocument,
  from: SpecFormat,
  to: SpecFormat,
  options: SpecJobOptions = {},
): Promise<Uint8Array> => {
  // Nothing is parsed, so no child process is needed.
  if (from === to) return withoutMark(await document.load());
  const text = await specResult({ kind: 'convert', to }, [document], options);
  return text.bytes;
};
