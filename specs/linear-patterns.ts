import { RE2JS } from 're2js';

/**
 * Limits for the patterns of one document: characters of one pattern, instructions of all patterns, and instructions
 * times characters of all tested texts. Patterns beyond the limits are not checked. GitHub's description has a dozen
 * patterns with under a hundred instructions each.
 */
const most = { characters: 1_000, instructions: 100_000, steps: 200_000_000 } as const;

type Pattern = { test: (text: string) => boolean };

const everything: Pattern = { test: () => true };

const compiled = (pattern: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    // No engine can run lookaround and back references in linear time.
    return undefined;
  }
};

/** Compiles patterns that match in linear time. A pattern that can't run so, or costs too much, accepts every text. */
export const linearPatterns = (): ((pattern: string) => Pattern) => {
  const left: { instructions: number; steps: number } = { ...most };
  return (pattern) => {
    const program = pattern.length <= most.characters && left.instructions > 0 ? compiled(pattern) : undefined;
    if (!program) return everything;
    const size = program.programSize();
    left.instructions -= size;
    return {
      test: (text) => {
        left.steps -= size * text.length;
        return left.steps < 0 || program.test(text);
      },
    };
  };
};
