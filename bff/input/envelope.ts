import { parseJsonBody } from '#platform/json/json-body.ts';
import { tooLarge } from '#platform/json/too-large.ts';
import { smallBody } from './body-limits.ts';
import { invalidField, isStorable } from './invalid.ts';

/**
 * A JSON body and the document that was in it.
 *
 * @property rest the body with an empty text instead of the document. A value that is not text stays.
 * @property document the text as UTF-8; empty if there was none.
 */
export type Envelope = Readonly<{ rest: unknown; document: Uint8Array<ArrayBuffer> }>;

/**
 * Takes the document out of a JSON body. A large body is parsed in a child process.
 *
 * @param field the document's key.
 * @throws RefusedError when the body is not JSON, has too much beside the document, or the text can't be stored.
 */
export const openEnvelope = (bytes: Uint8Array, field: string): Envelope => {
  const value = parseJsonBody(bytes);
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  const rest = typeof text === 'string' ? { ...(value as object), [field]: '' } : value;
  if (typeof text === 'string' && !isStorable(text)) throw invalidField(field);
  if (JSON.stringify(rest).length > smallBody) throw tooLarge();
  return { rest, document: new TextEncoder().encode(typeof text === 'string' ? text : '') };
};
