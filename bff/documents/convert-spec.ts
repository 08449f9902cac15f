import type { SpecFormat } from '#specs/spec-document.ts';
import { type JobDocument, type SpecJobOptions, specResult } from './spec-job.ts';

/** What some editors write before UTF-8. */
const byteOrderMark = Buffer.from('\ufeff');

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length)) ? bytes.subarray(byteOrderMark.length) : bytes;

/**
 * The text of a description in the wanted format, as UTF-8: the original text when it is written so already, else
 * indented JSON or block YAML with aliases written out (comments are lost, and integers beyond 2^53 are rounded), in a
 * worker thread under the limits of an upload. The bytes may be somebody else's too: they are read only.
 * Throws a RefusedError with `readSpec`'s codes; rejects with the signal's reason when it aborts.
 */
export const convertSpec = async (
  document: JobDocument,
  from: SpecFormat,
  to: SpecFormat,
  options: SpecJobOptions = {},
): Promise<Uint8Array> => {
  // Nothing is parsed, so there is nothing to wait for a thread for.
  if (from === to) return withoutMark(await document.load());
  const text = await specResult({ kind: 'convert', to }, [document], options);
  return text.bytes;
};
