import type { IssueFileType } from '#domain/issue/issue.ts';

const startsWith = (bytes: Uint8Array, signature: string, at = 0): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(signature.length, bytes.length - at)).equals(
    Buffer.from(signature, 'latin1'),
  );

const signatures: readonly (readonly [IssueFileType, (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/webp', (bytes) => bytes.length > 12 && startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['application/pdf', (bytes) => startsWith(bytes, '%PDF-')],
];

/** Pages and pictures with scripts, which some senders call text. */
const isMarkup = (text: string): boolean => /^\s*<(\?xml|!--|!doctype|html|head|body|svg|script)\b/i.test(text);

/** Returns whether the bytes are UTF-8 without control characters of binary files. */
const isText = (bytes: Uint8Array): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are searched for.
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && !isMarkup(text);
  } catch {
    return false;
  }
};

/**
 * Returns a file's type by its bytes. Name and declared type are ignored (requirement D8).
 *
 * @returns undefined for files that may not be attached, such as SVG and HTML.
 */
export const fileTypeOf = (bytes: Uint8Array): IssueFileType | undefined =>
  signatures.find(([, matches]) => matches(bytes))?.[0] ?? (isText(bytes) ? 'text/plain' : undefined);
