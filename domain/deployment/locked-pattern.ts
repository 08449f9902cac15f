/*
 * Path templates as expressions for a gateway's routes. Kong 3.9 gives them to Rust's regex crate, older routers to PCRE,
 * and tests to JavaScript: so there is no look-around, and no bracket inside a class.
 *
 * Kong resolves dot segments and decodes a path once before it compares it, but keeps the encoding of `!*'();:@&=+$,/?%#[]`.
 * Its upstream decodes the rest. So a parameter must not hold anything that ends a segment or a path there.
 */

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The characters that Kong does not decode, as two hexadecimal digits. */
const keptEncoded = /%(?:2[1346789ABCF]|25|3[ABDF]|40|5[BD])/gi;

const decodedRun = (run: string): string => {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
};

/** Returns the text between parameters as Kong compares it: decoded where Kong decodes a call's path. */
const comparedText = (text: string): string =>
  text
    .split(keptEncoded)
    .map((part) => part.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun))
    .reduce((all, part, index) => all + (text.match(keptEncoded)?.[index - 1] ?? '').toUpperCase() + part);

/**
 * Returns a class of characters that are not encoded. A slash or backslash would begin a segment; `#` or `?` would end
 * the path at the upstream; `%` begins an encoded character.
 */
const plain = (without: string): string => `[^/%\\\\#?\\x00${without}]`;

/** The characters that Kong leaves encoded, but `%`, `/` and (where told) `;`. Kong writes them in capitals. */
const encoded = (semicolon: '' | 'B'): string => `%(?:2[1346-9A-C]|3[A${semicolon}DF]|40|5[BD])`;

/**
 * The first digits of an encoded NUL, `.`, `/`, `%` and `\`. They don't follow an encoded percent sign: an upstream that
 * decodes twice would find such a character.
 */
const digits = '025';

const percents = '(?:%25)';
const any = `(?:${percents}*(?:${plain(digits)}|${encoded('B')})|[${digits}])`;
/** As `any`, but no `.` and no `;`. */
const solid = `(?:${percents}*(?:${plain(`${digits}.;`)}|${encoded('')})|[${digits}])`;

/** Any text that is not empty. */
const within = `(?:${any}+${percents}*|${percents}+)`;

/**
 * As `within`, at the beginning of a segment: not `.`, not `..`, and no `;` after nothing but these, because some
 * upstreams take `..;x` as `..`.
 */
const atStart = `(?:(?:\\.{0,2}${solid}|\\.{3}|\\.{0,2}${percents}+[.;])${any}*${percents}*` + `|\\.{0,2}${percents}+)`;

/** As `within`, after dots that the template has. */
const afterDots = `(?:${solid}${any}*${percents}*|${percents}+)`;

const segmentPattern = (segment: string): string => {
  let before = '';
  return segment
    .split(/(\{[^{}]*\})/)
    .map((part, index) => {
      if (index % 2 === 0) {
        before += part;
        return escaped(comparedText(part));
      }
      const parameter = before === '' ? atStart : /^\.{1,2}$/.test(comparedText(before)) ? afterDots : within;
      before += part;
      return parameter;
    })
    .join('');
};

/**
 * Returns an expression for the calls of a path template. Braces match one segment or a part of it, in every spelling
 * that leads an upstream to a path that the template describes, and in no other.
 */
export const lockedPattern = (path: string): string => path.split('/').map(segmentPattern).join('/');
