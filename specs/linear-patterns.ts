import { RE2JS } from 're2js';
import { splitLookaround } from './split-lookaround.ts';

/**
 * Limits for the patterns of one document: characters of one pattern, instructions of all patterns, and instructions
 * times characters of all tested texts. Patterns beyond the limits are not checked. GitHub's description has a dozen
 * patterns with under a hundred instructions each.
 */
const most = { characters: 1_000, instructions: 100_000, steps: 200_000_000 } as const;

/** `test`: false only when a text surely does not match. `proves`: true only when it surely does. */
export type Pattern = Readonly<{ test: (text: string) => boolean; proves: (text: string) => boolean }>;

const unknown: Pattern = { test: () => true, proves: () => false };

const compiled = (pattern: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    // No engine can run lookaround and back references in linear time.
    return undefined;
  }
};

/** Returns the programs that decide about a pattern; undefined when none can. */
const programsOf = (written: string) => {
  const whole = compiled(written);
  if (whole) return { ways: [[{ program: whole, matches: true }]], isExact: true };
  const { ways, isExact } = splitLookaround(written);
  if (ways.length === 0) return undefined;
  const programs = ways.map((way) =>
    way.flatMap(({ pattern, matches }) => {
      const program = compiled(pattern);
      return program ? [{ program, matches }] : [];
    }),
  );
  return programs.flat().length === ways.flat().length ? { ways: programs, isExact } : undefined;
};

/** Compiles patterns that match in linear time. Nothing is sure about a pattern that can't run so, or costs too much. */
export const linearPatterns = (): ((pattern: string) => Pattern) => {
  const left: { instructions: number; steps: number } = { ...most };
  return (pattern) => {
    const found = pattern.length <= most.characters && left.instructions > 0 ? programsOf(pattern) : undefined;
    if (!found) return unknown;
    const { ways, isExact } = found;
    const size = ways.flat().reduce((sum, { program }) => sum + program.programSize(), 0);
    left.instructions -= size;
    const isMatch = (text: string): boolean | undefined => {
      left.steps -= size * text.length;
      if (left.steps < 0) return undefined;
      return ways.some((way) => way.every(({ program, matches }) => program.test(text) === matches));
    };
    return {
      test: (text) => !isExact || (isMatch(text) ?? true),
      proves: (text) => isMatch(text) ?? false,
    };
  };
};
