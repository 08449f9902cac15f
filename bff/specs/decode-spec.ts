import { specError } from './spec-refusal.ts';

/** UTF-8 text without its byte order mark. UTF-16 shows by its mark, which is no UTF-8, or by a NUL among its first bytes. */
export const decodeSpec = (bytes: Uint8Array): string => {
  if (bytes[0] === 0 || bytes[1] === 0) throw specError('not-utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw specError('not-utf8');
  }
};
