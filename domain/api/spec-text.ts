/** Encodings with a byte order mark. UTF-8's mark is left to the decoder. */
const marks = [
  { encoding: 'utf-16le', first: 0xff, second: 0xfe },
  { encoding: 'utf-16be', first: 0xfe, second: 0xff },
] as const;

/**
 * Converts UTF-16 with a byte order mark, as editors on Windows save it, to UTF-8.
 *
 * @returns the same bytes when they are not UTF-16 or are incomplete.
 */
export const inUtf8 = (bytes: Uint8Array): Uint8Array => {
  const mark = marks.find(({ first, second }) => bytes[0] === first && bytes[1] === second);
  if (!mark) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(mark.encoding, { fatal: true }).decode(bytes));
  } catch {
    return bytes;
  }
};

/** Why bytes can't be read as a description. Each is a code with its own text. */
export type NoSpecText = 'empty' | 'archive' | 'not-utf8' | 'web-page' | 'xml';

/** First bytes of archives: zip (Office files too), gzip, 7z, RAR. */
const archives = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
];

const beginsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Returns whether the bytes are a PDF (ISO 32000-1, 7.5.2). The name and type of an upload can't be trusted. */
export const isPdf = (bytes: Uint8Array): boolean => beginsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d]);

/** Returns a text without the comments of XML and HTML at its beginning. */
const withoutComments = (text: string): string => {
  let rest = text;
  while (rest.startsWith('<!--') && rest.includes('-->')) rest = rest.slice(rest.indexOf('-->') + 3).trimStart();
  return rest;
};

/** Returns what was uploaded by mistake instead of a description; undefined for a readable text. */
export const whyNoSpecText = (bytes: Uint8Array): NoSpecText | undefined => {
  if (archives.some((first) => beginsWith(bytes, first))) return 'archive';
  // A NUL is in no text, but in UTF-16 without a mark, pictures and programs.
  if (bytes.includes(0) || !isUtf8(bytes)) return 'not-utf8';
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000)).trimStart().toLowerCase();
  if (start === '' && bytes.length < 1_000) return 'empty';
  if (/^<(?:!doctype html|html|head|body)\b/.test(withoutComments(start))) return 'web-page';
  return /^<(?:\?xml|!doctype|!--|[a-z][\w.-]*[\s:>])/.test(start) ? 'xml' : undefined;
};
