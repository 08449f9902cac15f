import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Characters of a pattern that is read. */
const longest = 1_000;

/** Reads a regular expression of JavaScript. Undefined when it is none, or too long. */
export const parsePattern = (pattern: string): AST.Pattern | undefined => {
  for (const unicode of pattern.length <= longest ? [true, false] : []) {
    try {
      return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern, 0, pattern.length, unicode);
    } catch {
      // Not a pattern in this mode.
    }
  }
  return undefined;
};
