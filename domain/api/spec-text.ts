/** The encodings that a byte order mark tells. UTF-8's own is left to whoever reads UTF-8. */
const marks = [
  { encoding: 'utf-16le', first: 0xff, second: 0xfe },
  { encoding: 'utf-16be', first: 0xfe, second: 0xff },
] as const;

/**
 * A file's text in UTF-8. Editors on Windows save UTF-16, which begins with a mark; everything else stays as it is.
 *
 * @returns the same bytes when they are no UTF-16, or half a one.
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
