import { parseJsonBody } from '#platform/json/json-body.ts';
import { tooLarge } from '#platform/json/too-large.ts';
import { smallBody } from './body-limits.ts';
import { invalidField, isStorable } from './invalid.ts';

/**
 * A JSON body that had a document in it.
 *
 * @property rest the body with an empty text in the document's place, or whatever stood there if it was no text.
 * @property document the text as UTF-8, empty if there was none.
 */
export type Envelope = Readonly<{ rest: unknown; document: Uint8Array<ArrayBuffer> }>;

/**
 * Takes the document out of the JSON body that it travels in. The bytes of a large one are opened in a worker thread.
 *
 * @param field what the document is called.
 * @throws RefusedError when it is no JSON, holds too much beside the document, or the text is none that can be kept.
 */
export const openEnvelope = (bytes: Uint8Array, field: string): Envelope => {
  const value = parseJsonBody(bytes);
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  const rest = typeof text === 'string' ? { ...(value as object), [field]: '' } : value;
  if (typeof text === 'string' && !isStorable(text)) throw invalidField(field);
  if (JSON.stringify(rest).length > smallBody) throw tooLarge();
  return { rest, document: new TextEncoder().encode(typeof text === 'string' ? text : '') };
};
