import { whyNoSpecText } from '#domain/api/spec-text.ts';
import { specError } from './spec-refusal.ts';

/** UTF-8 text without its byte order mark. Throws a refusal where the bytes are no such text, or something else's. */
export const decodeSpec = (bytes: Uint8Array): string => {
  const why = whyNoSpecText(bytes);
  if (why) throw specError(why);
  return new TextDecoder().decode(bytes);
};
