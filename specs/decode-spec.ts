import { whyNoSpecText } from '#domain/api/spec-text.ts';
import { specError } from './spec-refusal.ts';

/** Decodes UTF-8 and removes the byte order mark. Throws a refusal when the bytes are not text, or are another format. */
export const decodeSpec = (bytes: Uint8Array): string => {
  const why = whyNoSpecText(bytes);
  if (why) throw specError(why);
  return new TextDecoder().decode(bytes);
};
