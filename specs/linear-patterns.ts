import core from '@redocly/ajv/dist/core.js';
import { RE2JS } from 're2js';

/**
 * What the patterns of one document may cost: characters of one pattern, instructions of all, and instructions times
 * characters of all texts that are held against them. What is beyond is not looked at. GitHub's description has a dozen
 * patterns of under a hundred instructions.
 */
const most = { characters: 1_000, instructions: 100_000, steps: 200_000_000 } as const;

type Pattern = { test: (text: string) => boolean };

const everything: Pattern = { test: () => true };

const compiled = (pattern: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    // Looking ahead or back and back references: no engine can do these in linear time.
    return undefined;
  }
};

/** Makes patterns that match in linear time. One that cannot be run so, or would cost too much, takes every text. */
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

/**
 * Has every Ajv that is made in this thread from now on match in linear time: `^(a+)+$` would hold the thread for hours
 * with V8's engine. The linter makes its own instances, so the documented option (`code.regExp`) is set where each of
 * them passes by while it is made.
 */
export const matchInLinearTime = (): void => {
  const make = linearPatterns();
  // Ajv keeps what it compiled under the text of the expression.
  const regExp = Object.assign((pattern: string) => ({ ...make(pattern), toString: () => `/${pattern}/` }), {
    code: 'linearPattern',
  });
  const { addVocabulary } = core.default.prototype;
  core.default.prototype.addVocabulary = function (definitions) {
    Object.assign(this.opts.code, { regExp });
    return addVocabulary.call(this, definitions);
  };
};
