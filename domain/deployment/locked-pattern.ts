/*
 * Path templates as expressions for a gateway's routes. Kong 3.9 gives them to Rust's regex crate, older routers to PCRE,
 * and tests to JavaScript: so there is no look-around, and no bracket inside a class.
 *
 * Kong resolves dot segments and decodes a path once before it compares it, but keeps the encoding of `!*'();:@&=+$,/?%#[]`.
 * Its upstream decodes the rest. So a parameter must not hold anything that ends a segment or a path there.
 */

import { parameterMark, readTemplate, spelledInTwoWays } from './path-template.ts';

const escaped = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');

const encodedOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns an expression for the text between parameters, in each spelling that means the same to an upstream. */
const textPattern = (text: string): string =>
  [...text]
    .map((character) =>
      spelledInTwoWays.includes(character) ? `(?:${escaped(character)}|${encodedOf(character)})` : escaped(character),
    )
    .join('');

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

const segmentPattern = (segment: string): string =>
  segment
    .split(parameterMark)
    .map((text, index, texts) => {
      if (index === 0) return textPattern(text);
      const before = texts.slice(0, index).join(parameterMark);
      const parameter = before === '' ? atStart : /^\.{1,2}$/.test(before) ? afterDots : within;
      return parameter + textPattern(text);
    })
    .join('');

/**
 * Returns an expression for the calls of a path template. Braces match one segment or a part of it, in every spelling
 * that leads an upstream to a path that the template describes, and in no other. Undefined when no call reaches it.
 */
export const lockedPattern = (path: string): string | undefined =>
  readTemplate(path)?.split('/').map(segmentPattern).join('/');
