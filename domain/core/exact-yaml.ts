/** A tag of whole numbers, as js-yaml names its parts. `Failed` says that a text is none. */
type WholeNumbers<Chars, Name, Failed> = Readonly<{
  implicitFirstChars: Chars;
  resolve: (source: string, isExplicit: boolean, name: Name) => number | Failed;
  identify: (value: unknown) => boolean;
}>;

/**
 * Returns a tag like a reader's own that reads whole numbers beyond 2^53 as a bigint, so that they keep their digits, as
 * `exact-json.ts` does. The server's reader and the editor's take it.
 */
export const exactWholeNumbers = <Chars, Name, Failed>({
  implicitFirstChars,
  resolve,
  identify,
}: WholeNumbers<Chars, Name, Failed>) => ({
  implicit: true as const,
  implicitFirstChars,
  resolve: (source: string, isExplicit: boolean, name: Name): number | bigint | Failed => {
    const value = resolve(source, isExplicit, name);
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return /^[+-]?\d+$/.test(source) ? BigInt(source.replace('+', '')) : value;
  },
  identify: (value: unknown): boolean => typeof value === 'bigint' || identify(value),
  represent: String,
});
