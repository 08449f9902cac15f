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

/** Pages and pictures that a browser would run: what some call text. */
const isMarkup = (text: string): boolean => /^\s*<(\?xml|!--|!doctype|html|head|body|svg|script)\b/i.test(text);

/** UTF-8 without the control characters that only other kinds of file have. */
const isText = (bytes: Uint8Array): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && !isMarkup(text);
  } catch {
    return false;
  }
};

/**
 * What a file is by its bytes, whatever its name and its sender say (requirement D8).
 *
 * @returns undefined for what may not be attached; SVG and HTML are among it.
 */
export const fileTypeOf = (bytes: Uint8Array): IssueFileType | undefined =>
  signatures.find(([, matches]) => matches(bytes))?.[0] ?? (isText(bytes) ? 'text/plain' : undefined);
